// Loaded into a process (LD_PRELOAD): while the file that DISK_FAULT names is there, the disk flushes nothing. A file of
// that name with ".once" is taken away by the first flush that it lets fail.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int flush(int file, const char *name) {
  const char *fault = getenv("DISK_FAULT");
  char once[4096];
  if (fault != NULL) {
    snprintf(once, sizeof once, "%s.once", fault);
    if (unlink(once) == 0 || access(fault, F_OK) == 0) {
      errno = EIO;
      return -1;
    }
  }
  return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}

int fsync(int file) { return flush(file, "fsync"); }
int fdatasync(int file) { return flush(file, "fdatasync"); }
