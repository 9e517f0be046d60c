// limit: `--prune=assertions` ([assertion-guided.md](assertion-guided.md)) is for models. Programs of C and C++ are refused
// heddle: --strategy=dpor --prune=assertions
// expect: usage says="--prune=assertions is for models"
int main(void) { return 0; }
