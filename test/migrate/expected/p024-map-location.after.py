"""Loading onto the device in use: string, object, ternary, literal behind a guard."""
import io

import torch

device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")


def saved():
    store = io.BytesIO()
    torch.save({"weight": torch.arange(4.0), "epoch": 3}, store)
    store.seek(0)
    return store


def load_ternary():
    return torch.load(saved(), map_location=(torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type)


def load_object():
    return torch.load(saved(), map_location=torch.device(torch.accelerator.current_accelerator().type, 0) if torch.accelerator.is_available() else "cpu")


def load_guarded():
    if torch.accelerator.is_available():
        return torch.load(saved(), map_location=device)
    return torch.load(saved(), map_location="cpu")


if __name__ == "__main__":
    for load in (load_ternary, load_object, load_guarded):
        state = load()
        print(state["epoch"], state["weight"].sum().item(), state["weight"].device.type == device.type)
