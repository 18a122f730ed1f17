#!/usr/bin/env bash
# build.sh PYTHON FOLDER: builds FOLDER/libfakecuda.so for the PyTorch that is installed for PYTHON.
#
# runtime.cpp holds the functions that do something. Every other CUDA symbol that PyTorch's libraries want becomes a
# function that only reports success.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
site=$("$1" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
include=$(ls -d "$site"/nvidia/cu*/include | sort | tail -n 1)
cd "$2"
g++ -std=c++17 -O1 -fPIC -I"$include" -c "$here/runtime.cpp" -o runtime.o
nm --defined-only runtime.o | awk '$2 == "T" { print $3 }' | sort -u > written.txt
for library in torch_cuda c10_cuda torch_cuda_linalg torch_python caffe2_nvrtc; do
  nm -D --undefined-only "$site/torch/lib/lib$library.so"
done | awk '{ print $2 }' | sed 's/@.*//' |
  grep -E '^(__cuda|cu[A-Z]|cuda[A-Z]|cublas|cudnn|cufft|cusolver|cusparse|curand|nccl|nvrtc)' | grep -v '^cuFile' |
  sort -u > wanted.txt
comm -23 wanted.txt written.txt | sed 's/.*/int &(void) { return 0; }/' > succeed.c
gcc -O1 -w -fPIC -c succeed.c -o succeed.o
g++ -shared -o libfakecuda.so -Wl,-soname,libcuda.so.1 runtime.o succeed.o
