"""Loading onto the device in use: string, object, ternary, literal behind a guard."""
import io

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def saved():
    store = io.BytesIO()
    torch.save({"weight": torch.arange(4.0), "epoch": 3}, store)
    store.seek(0)
    return store


def load_ternary():
    return torch.load(saved(), map_location="cuda" if torch.cuda.is_available() else "cpu")


def load_object():
    return torch.load(saved(), map_location=torch.device("cuda:0") if torch.cuda.is_available() else "cpu")


def load_guarded():
    if torch.cuda.is_available():
        return torch.load(saved(), map_location="cuda")
    return torch.load(saved(), map_location="cpu")


if __name__ == "__main__":
    for load in (load_ternary, load_object, load_guarded):
        state = load()
        print(state["epoch"], state["weight"].sum().item(), state["weight"].device.type == device.type)
