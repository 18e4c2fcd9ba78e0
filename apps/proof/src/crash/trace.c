/*
 * Preloaded into a server, writes down in the order in which they happen: requests as they are read from a
 * socket, answers as they are about to be written to one, and files and folders that have been flushed to the
 * disk or renamed. One line each, into the file that TRACE_FILE names:
 *
 *   request <descriptor> POST /api/v1/tasks
 *   sync <path>
 *   rename <from> <to>
 *   answer <descriptor> 201
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int trace = -1;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("TRACE_FILE");
  if (path) trace = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

/* A single appending write: lines of several threads do not mix. */
static void note(const char *format, ...) {
  char line[8192];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(line, sizeof line, format, values);
  va_end(values);
  if (trace >= 0 && length > 0 && length < (int)sizeof line) syscall(SYS_write, trace, line, length);
}

static void note_sync(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = 0;
  note("sync %s\n", path);
}

/* The first line of a request ends in HTTP/1.1; what else begins like one is the rest of a body. */
static void note_request(int fd, const char *text, ssize_t length) {
  static const char *const methods[] = {"GET ", "POST ", "PUT ", "PATCH ", "DELETE "};
  for (size_t i = 0; length > 0 && i < sizeof methods / sizeof *methods; i++) {
    size_t method = strlen(methods[i]);
    if ((size_t)length <= method || memcmp(text, methods[i], method) != 0) continue;
    const char *end = memmem(text, length, " HTTP/1.1\r\n", 11);
    if (end) note("request %d %.*s\n", fd, (int)(end - text), text);
  }
}

static void note_answer(int fd, const void *text, size_t length) {
  if (length > 12 && memcmp(text, "HTTP/1.1 ", 9) == 0) note("answer %d %.3s\n", fd, (const char *)text + 9);
}

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

int fsync(int fd) {
  REAL(fsync);
  int result = real(fd);
  if (result == 0) note_sync(fd);
  return result;
}

int fdatasync(int fd) {
  REAL(fdatasync);
  int result = real(fd);
  if (result == 0) note_sync(fd);
  return result;
}

int rename(const char *from, const char *to) {
  REAL(rename);
  int result = real(from, to);
  if (result == 0) note("rename %s %s\n", from, to);
  return result;
}

ssize_t read(int fd, void *buffer, size_t count) {
  REAL(read);
  ssize_t result = real(fd, buffer, count);
  note_request(fd, buffer, result);
  return result;
}

ssize_t write(int fd, const void *buffer, size_t count) {
  REAL(write);
  note_answer(fd, buffer, count);
  return real(fd, buffer, count);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(writev);
  if (count > 0) note_answer(fd, parts[0].iov_base, parts[0].iov_len);
  return real(fd, parts, count);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  REAL(sendmsg);
  if (message->msg_iovlen > 0) note_answer(fd, message->msg_iov[0].iov_base, message->msg_iov[0].iov_len);
  return real(fd, message, flags);
}
