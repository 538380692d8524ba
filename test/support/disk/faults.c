/*
 * Preloaded into a process, this makes its disk fail while a control file exists. The file says how: "fsync" lets
 * every flush end with EIO, "full" lets everything that writes or grows a file end with ENOSPC. Only regular files
 * below one folder are touched.
 *   DISK_FAULT_CONTROL  path of the control file
 *   DISK_FAULT_UNDER    the folder whose files are concerned
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int concerns(int fd) {
  const char *under = getenv("DISK_FAULT_UNDER");
  char link[64], path[PATH_MAX];
  if (under == NULL) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strncmp(path, under, strlen(under)) == 0;
}

static int asked(const char *fault, int fd) {
  const char *control = getenv("DISK_FAULT_CONTROL");
  char text[16] = "";
  if (control == NULL) return 0;
  int file = open(control, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  return length > 0 && strncmp(text, fault, strlen(fault)) == 0 && concerns(fd);
}

#define INTERPOSE(name, fault, error, result, parameters, arguments) \
  result name parameters {                                           \
    static result(*original) parameters;                             \
    if (original == NULL) original = dlsym(RTLD_NEXT, #name);        \
    if (asked(fault, fd)) {                                          \
      errno = error;                                                 \
      return -1;                                                     \
    }                                                                \
    return original arguments;                                       \
  }

INTERPOSE(fsync, "fsync", EIO, int, (int fd), (fd))
INTERPOSE(fdatasync, "fsync", EIO, int, (int fd), (fd))
INTERPOSE(write, "full", ENOSPC, ssize_t, (int fd, const void *bytes, size_t count), (fd, bytes, count))
INTERPOSE(pwrite, "full", ENOSPC, ssize_t, (int fd, const void *bytes, size_t count, off_t at), (fd, bytes, count, at))
INTERPOSE(pwrite64, "full", ENOSPC, ssize_t, (int fd, const void *bytes, size_t count, off64_t at),
          (fd, bytes, count, at))
INTERPOSE(ftruncate, "full", ENOSPC, int, (int fd, off_t length), (fd, length))
INTERPOSE(ftruncate64, "full", ENOSPC, int, (int fd, off64_t length), (fd, length))
