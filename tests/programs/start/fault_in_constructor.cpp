// heddle:
// expect: bug kind=segmentation-fault where=@
//
// A constructor may fail as main may.
static int* volatile nowhere = nullptr;
static int value = *nowhere;  // @

int main() { return value; }
