// heddle: --strategy=dpor
// expect: complete assuming="no access by a pointer from one living object into another"
// limit: of a compound literal of C (`(int[]){1, 2}`) after its block, before its function ends

int main(int count, char** arguments) {
  int* kept;
  {
    kept = (int[]){count, 2};
  }
  return *kept == 7;
}
