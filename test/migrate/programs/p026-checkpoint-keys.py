"""The word cuda as data: keys of saved files, labels of a table, a file name."""
import torch

FOOTPRINT = {"cuda": 0.71, "cpu": 0.12, "mps": 0.3}
LABELS = ["cuda", "cpu"]


def footprint(device):
    return FOOTPRINT.get(device.type, FOOTPRINT["cpu"])


def file_name(step):
    return f"model-cuda-{step}.pt"


def old_checkpoint(state):
    if "cuda" in state:
        state["devices"] = state.pop("cuda")
    return state


if __name__ == "__main__":
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    print(footprint(device), file_name(4), LABELS.index("cuda"))
    print(old_checkpoint({"cuda": 2}), footprint(torch.device("cpu")))
