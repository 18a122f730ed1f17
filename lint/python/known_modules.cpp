// Lists of top-level module names. Python's are those of sys.stdlib_module_names (3.11 to 3.14).
#include "lint/python/known_modules.h"

#include <unordered_set>

namespace offside::python {

bool is_standard_module(std::string_view top_level) {
  static const std::unordered_set<std::string_view> names = {
      // clang-format off
    "abc", "aifc", "annotationlib", "antigravity", "argparse", "array", "ast", "asynchat",
    "asyncio", "asyncore", "atexit", "audioop", "base64", "bdb", "binascii", "bisect", "builtins",
    "bz2", "cProfile", "calendar", "cgi", "cgitb", "chunk", "cmath", "cmd", "code", "codecs",
    "codeop", "collections", "colorsys", "compileall", "compression", "concurrent", "configparser",
    "contextlib", "contextvars", "copy", "copyreg", "crypt", "csv", "ctypes", "curses",
    "dataclasses", "datetime", "dbm", "decimal", "difflib", "dis", "distutils", "doctest", "email",
    "encodings", "ensurepip", "enum", "errno", "faulthandler", "fcntl", "filecmp", "fileinput",
    "fnmatch", "fractions", "ftplib", "functools", "gc", "genericpath", "getopt", "getpass",
    "gettext", "glob", "graphlib", "grp", "gzip", "hashlib", "heapq", "hmac", "html", "http",
    "idlelib", "imaplib", "imghdr", "imp", "importlib", "inspect", "io", "ipaddress", "itertools",
    "json", "keyword", "lib2to3", "linecache", "locale", "logging", "lzma", "mailbox", "mailcap",
    "marshal", "math", "mimetypes", "mmap", "modulefinder", "msilib", "msvcrt", "multiprocessing",
    "netrc", "nis", "nntplib", "nt", "ntpath", "nturl2path", "numbers", "opcode", "operator",
    "optparse", "os", "ossaudiodev", "pathlib", "pdb", "pickle", "pickletools", "pipes", "pkgutil",
    "platform", "plistlib", "poplib", "posix", "posixpath", "pprint", "profile", "pstats", "pty",
    "pwd", "py_compile", "pyclbr", "pydoc", "pydoc_data", "pyexpat", "queue", "quopri", "random",
    "re", "readline", "reprlib", "resource", "rlcompleter", "runpy", "sched", "secrets", "select",
    "selectors", "shelve", "shlex", "shutil", "signal", "site", "smtpd", "smtplib", "sndhdr",
    "socket", "socketserver", "spwd", "sqlite3", "sre_compile", "sre_constants", "sre_parse", "ssl",
    "stat", "statistics", "string", "stringprep", "struct", "subprocess", "sunau", "symtable",
    "sys", "sysconfig", "syslog", "tabnanny", "tarfile", "telnetlib", "tempfile", "termios",
    "textwrap", "this", "threading", "time", "timeit", "tkinter", "token", "tokenize", "tomllib",
    "trace", "traceback", "tracemalloc", "tty", "turtle", "turtledemo", "types", "typing",
    "unicodedata", "unittest", "urllib", "uu", "uuid", "venv", "warnings", "wave", "weakref",
    "webbrowser", "winreg", "winsound", "wsgiref", "xdrlib", "xml", "xmlrpc", "zipapp", "zipfile",
    "zipimport", "zlib", "zoneinfo",
      // clang-format on
  };
  return names.contains(top_level);
}

bool is_known_library(std::string_view top_level) {
  static const std::unordered_set<std::string_view> names = {
      // clang-format off
    "accelerate", "albumentations", "apex", "attr", "attrs", "bitsandbytes", "click", "clip",
    "cupy", "cv2", "datasets", "deepspeed", "detectron2", "diffusers", "einops", "evaluate",
    "fairscale", "fire", "flax", "fsspec", "functorch", "gym", "gymnasium", "h5py", "horovod",
    "huggingface_hub", "hydra", "imageio", "jax", "jaxlib", "keras", "kornia", "librosa",
    "lightning", "lightning_fabric", "matplotlib", "mmcv", "mmengine", "monai", "networkx", "numba",
    "numpy", "omegaconf", "onnx", "onnxruntime", "open_clip", "optax", "packaging", "pandas",
    "peft", "PIL", "pydantic", "pytest", "pytorch_lightning", "ray", "requests", "rich",
    "safetensors", "scipy", "seaborn", "sentence_transformers", "sentencepiece", "setuptools",
    "six", "skimage", "sklearn", "soundfile", "sympy", "tensorboard", "tensorboardX", "tensorflow",
    "timm", "tokenizers", "torch", "torch_geometric", "torchaudio", "torchdata", "torchmetrics",
    "torchtext", "torchvision", "tqdm", "transformers", "triton", "trl", "vllm", "wandb",
    "xformers", "yaml",
      // clang-format on
  };
  return names.contains(top_level);
}

} // namespace offside::python
