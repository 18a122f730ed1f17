// Replacing a file in one step.
#include "lint/source/text_edit.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace offside::source {
namespace {

std::string system_error(std::string_view what) {
  return std::string(what) + ": " + std::strerror(errno);
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

std::optional<std::string> real_path(const std::string &path) {
  char *resolved = ::realpath(path.c_str(), nullptr);
  if (!resolved)
    return std::nullopt;
  std::string result = resolved;
  std::free(resolved);
  return result;
}

// A new file in the folder of `target`; its name is in `path`.
int create_beside(const std::string &target, std::string &path) {
  static std::atomic<unsigned> counter{0};
  const size_t slash = target.rfind('/');
  const std::string folder = slash == target.npos ? "" : target.substr(0, slash + 1);
  for (int attempt = 0; attempt < 100; ++attempt) {
    path = folder + ".offside-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST)
      return fd;
  }
  return -1;
}

void sync_folder_of(const std::string &path) {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == path.npos ? "." : path.substr(0, slash + 1);
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0)
    return;
  ::fsync(fd); // best effort: some file systems refuse it for folders
  ::close(fd);
}

} // namespace

std::optional<std::string> write_atomically(const std::string &path, std::string_view bytes) {
  std::string target = path;
  struct stat old {};
  const bool exists = ::stat(path.c_str(), &old) == 0;
  if (exists) {
    if (!S_ISREG(old.st_mode))
      return "cannot be written: it is not a regular file";
    if (::access(path.c_str(), W_OK) != 0)
      return system_error("cannot be written");
    const auto real = real_path(path);
    if (!real)
      return system_error("cannot be written");
    target = *real;
  } else if (errno != ENOENT) {
    return system_error("cannot be written");
  } else if (struct stat link{}; ::lstat(path.c_str(), &link) == 0) {
    return "cannot be written: it is a symbolic link to nothing";
  }

  std::string fresh;
  const int fd = create_beside(target, fresh);
  if (fd < 0)
    return system_error("cannot be written: no new file beside it");
  auto give_up = [&](std::string_view what) {
    std::string error = system_error(what);
    ::close(fd);
    ::unlink(fresh.c_str());
    return error;
  };
  if (exists) {
    // Owner first: changing it clears the set-user-id bits that the mode may bring back.
    if (::fchown(fd, old.st_uid, old.st_gid) != 0 &&
        ::fchown(fd, static_cast<uid_t>(-1), old.st_gid) != 0) {
      // Neither is allowed: the file then belongs to whoever runs this, like any new file.
    }
    if (::fchmod(fd, old.st_mode & 07777) != 0)
      return give_up("cannot be written: its mode cannot be kept");
  }
  if (!write_all(fd, bytes) || ::fsync(fd) != 0)
    return give_up("cannot be written");
  if (::close(fd) != 0 || ::rename(fresh.c_str(), target.c_str()) != 0) {
    std::string error = system_error("cannot be written");
    ::unlink(fresh.c_str());
    return error;
  }
  sync_folder_of(target);
  return std::nullopt;
}

} // namespace offside::source
