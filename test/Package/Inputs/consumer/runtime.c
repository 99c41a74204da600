/* The run-time library opens drivers by name and says what went wrong. */
#include <quartet/Runtime/Device.h>
#include <stdio.h>

int main(void) {
  int32_t result = quartet_open_driver("libnone.so");
  printf("%d %s\n", (int)result, quartet_last_error());
  return 0;
}
