"""Save and resume: state of model, scaler and device generators."""
import os
import tempfile

import torch

device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
scaler = torch.amp.GradScaler(device.type, enabled=torch.accelerator.is_available())


def save(path, model, epoch):
    torch.save(
        {
            "model": model.state_dict(),
            "scaler": scaler.state_dict(),
            "epoch": epoch,
            "cuda_rng": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else None,
        },
        path,
    )


def resume(path, model):
    if torch.cuda.is_available():
        checkpoint = torch.load(path, map_location=lambda storage, loc: storage.cuda(0))
    else:
        checkpoint = torch.load(path, map_location=torch.device("cpu"))
    model.load_state_dict(checkpoint["model"])
    scaler.load_state_dict(checkpoint["scaler"])
    return checkpoint["epoch"] + 1, checkpoint["cuda_rng"] is None


if __name__ == "__main__":
    path = os.path.join(tempfile.mkdtemp(), "last.pt")
    model = torch.nn.Linear(2, 2).to(device)
    save(path, model, 4)
    print(resume(path, model), model.weight.device.type == device.type)
