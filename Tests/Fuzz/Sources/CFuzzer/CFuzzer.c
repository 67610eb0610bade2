// Only the header matters: the function comes with `-sanitize=fuzzer`.
#include "CFuzzer.h"
