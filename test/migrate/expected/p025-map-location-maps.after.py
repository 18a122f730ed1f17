"""Dict and lambda maps for torch.load."""
import io

import torch


def saved_on_best():
    store = io.BytesIO()
    place = (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type
    torch.save([torch.ones(2, device=place)], store)
    store.seek(0)
    return store


def to_cpu_by_dict():
    return torch.load(saved_on_best(), map_location={"cuda:0": "cpu"})[0].device.type


def to_cpu_by_function():
    return torch.load(saved_on_best(), map_location=lambda storage, location: storage)[0].device.type


def to_rank(rank):
    if not torch.cuda.is_available():
        return "cpu"
    location = {"cuda:%d" % 0: "cuda:%d" % rank}
    return str(torch.load(saved_on_best(), map_location=location)[0].device)


def on_card(index):
    if torch.cuda.is_available():
        return torch.load(saved_on_best(), map_location=lambda storage, _: storage.cuda(index))[0].device.type
    return "cpu"


if __name__ == "__main__":
    print(to_cpu_by_dict(), to_cpu_by_function(), to_rank(0), on_card(0))
