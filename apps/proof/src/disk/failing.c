/*
 * Loaded before a program's libraries (LD_PRELOAD), it lets the disk fail below one folder: while the file
 * FAILING_DISK_FAULT holds a word, what would change something below FAILING_DISK_FOLDER fails with that error.
 * ENOSPC, EROFS and EIO fail every change; FSYNC fails flushing alone, with EIO. Reading goes on.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { CHANGE, RELEASE, FLUSH };

/* The error that stands now, or 0. RELEASE gives room back: a full disk does not mind it. */
static int fault(enum kind kind) {
  const char *file = getenv("FAILING_DISK_FAULT");
  char word[16] = {0};
  if (!file) return 0;
  int fd = syscall(SYS_openat, AT_FDCWD, file, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  ssize_t length = syscall(SYS_read, fd, word, sizeof word - 1);
  syscall(SYS_close, fd);
  if (length <= 0) return 0;
  if (!strcmp(word, "FSYNC")) return kind == FLUSH ? EIO : 0;
  if (!strcmp(word, "ENOSPC")) return kind == CHANGE ? ENOSPC : 0;
  if (!strcmp(word, "EROFS")) return kind == FLUSH ? 0 : EROFS;
  return EIO;
}

static int below(const char *path) {
  const char *folder = getenv("FAILING_DISK_FOLDER");
  return folder && path && !strncmp(path, folder, strlen(folder));
}

static int on_disk(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return below(path);
}

static int there(const char *path) { return syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0; }

#define FAILS(kind, concerned)                        \
  do {                                                \
    int error = (concerned) ? fault(kind) : 0;        \
    if (error) {                                      \
      errno = error;                                  \
      return -1;                                      \
    }                                                 \
  } while (0)

#define REAL(name, ...) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))(__VA_ARGS__)

ssize_t write(int fd, const void *bytes, size_t n) { FAILS(CHANGE, on_disk(fd)); return REAL(write, fd, bytes, n); }
ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at) { FAILS(CHANGE, on_disk(fd)); return REAL(pwrite, fd, bytes, n, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at) { FAILS(CHANGE, on_disk(fd)); return REAL(pwrite64, fd, bytes, n, at); }
ssize_t writev(int fd, const struct iovec *parts, int n) { FAILS(CHANGE, on_disk(fd)); return REAL(writev, fd, parts, n); }
ssize_t pwritev(int fd, const struct iovec *parts, int n, off_t at) { FAILS(CHANGE, on_disk(fd)); return REAL(pwritev, fd, parts, n, at); }
ssize_t pwritev64(int fd, const struct iovec *parts, int n, off64_t at) { FAILS(CHANGE, on_disk(fd)); return REAL(pwritev64, fd, parts, n, at); }
int ftruncate(int fd, off_t size) { FAILS(RELEASE, on_disk(fd)); return REAL(ftruncate, fd, size); }
int ftruncate64(int fd, off64_t size) { FAILS(RELEASE, on_disk(fd)); return REAL(ftruncate64, fd, size); }
int fallocate(int fd, int mode, off_t at, off_t n) { FAILS(CHANGE, on_disk(fd)); return REAL(fallocate, fd, mode, at, n); }
int fallocate64(int fd, int mode, off64_t at, off64_t n) { FAILS(CHANGE, on_disk(fd)); return REAL(fallocate64, fd, mode, at, n); }
int fsync(int fd) { FAILS(FLUSH, on_disk(fd)); return REAL(fsync, fd); }
int fdatasync(int fd) { FAILS(FLUSH, on_disk(fd)); return REAL(fdatasync, fd); }
int mkdir(const char *path, mode_t mode) { FAILS(CHANGE, below(path) && !there(path)); return REAL(mkdir, path, mode); }
int rename(const char *from, const char *to) { FAILS(CHANGE, below(to)); return REAL(rename, from, to); }
int unlink(const char *path) { FAILS(RELEASE, below(path)); return REAL(unlink, path); }

/* Opening changes something when it may make the file; a read-only disk minds every opening for writing. */
static int open_fault(const char *path, int flags) {
  if (!below(path)) return 0;
  int makes = (flags & O_CREAT) && !there(path);
  int error = makes ? fault(CHANGE) : (flags & O_ACCMODE) != O_RDONLY ? fault(RELEASE) : 0;
  return error == EIO && !makes ? 0 : error;
}

#define OPEN(name)                                    \
  int name(const char *path, int flags, ...) {        \
    va_list rest;                                     \
    va_start(rest, flags);                            \
    mode_t mode = va_arg(rest, mode_t);               \
    va_end(rest);                                     \
    int error = open_fault(path, flags);              \
    if (error) {                                      \
      errno = error;                                  \
      return -1;                                      \
    }                                                 \
    return REAL(name, path, flags, mode);             \
  }
OPEN(open)
OPEN(open64)
