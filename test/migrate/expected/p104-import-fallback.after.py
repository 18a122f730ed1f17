"""Imports that are tried, and kept where they are needed."""
try:
    from torch.cuda.amp import GradScaler
except ImportError:
    GradScaler = None

try:
    import torch
    import torch.cuda as backend
except ImportError as error:
    raise SystemExit(str(error))

try:
    from torch.cuda import nvtx
    HAS_NVTX = True
except ImportError:
    HAS_NVTX = False

if backend.is_available():
    from torch.cuda import current_device
else:
    def current_device():
        return -1


if __name__ == "__main__":
    scaler = GradScaler(enabled=torch.accelerator.is_available())
    print(scaler.is_enabled() == torch.accelerator.is_available(), HAS_NVTX, current_device() >= -1)
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
    print(nvtx.__name__)
