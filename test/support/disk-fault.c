// Loaded into a process (LD_PRELOAD): while the file that DISK_FAULT names is there, the disk does not flush the files
// whose paths end with its text. A file of that name with ".once" is taken away by the first flush that fails by it.
// With ".read-only" beside it, the disk takes no write to them, either, once it did not flush one.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fails(int file) {
  const char *fault = getenv("DISK_FAULT");
  if (fault == NULL) return 0;
  char name[4096], end[256] = "", path[4096] = "";
  snprintf(name, sizeof name, "%s.once", fault);
  if (unlink(name) == 0) return 1;
  FILE *text = fopen(fault, "r");
  if (text == NULL) return 0;
  if (fgets(end, sizeof end, text) == NULL) end[0] = 0;
  fclose(text);
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  ssize_t length = readlink(name, path, sizeof path - 1);
  return length >= (ssize_t)strlen(end) && strcmp(path + length - strlen(end), end) == 0;
}

static int has_failed = 0;

static int flush(int file, const char *name) {
  if (!fails(file)) return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
  has_failed = 1;
  errno = EIO;
  return -1;
}

static ssize_t write_at(int file, const void *bytes, size_t count, off64_t at, const char *name) {
  char mark[4096] = "";
  snprintf(mark, sizeof mark, "%s.read-only", getenv("DISK_FAULT"));
  if (!has_failed || access(mark, F_OK) != 0 || !fails(file))
    return ((ssize_t (*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, name))(file, bytes, count, at);
  errno = EROFS;
  return -1;
}

int fsync(int file) { return flush(file, "fsync"); }
int fdatasync(int file) { return flush(file, "fdatasync"); }
ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) { return write_at(file, bytes, count, at, "pwrite"); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
  return write_at(file, bytes, count, at, "pwrite64");
}
