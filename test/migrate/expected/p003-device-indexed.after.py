"""Pick one card by number, the CPU where there is none."""
import io

import torch


def choose(number=0):
    acc = torch.accelerator.current_accelerator(check_available=True)
    return torch.device(acc.type, number) if acc is not None else torch.device("cpu")


def choose_string(number):
    return f"{torch.accelerator.current_accelerator().type}:{number}" if torch.accelerator.is_available() else "cpu"


def choose_two_argument(number):
    return torch.device(torch.accelerator.current_accelerator().type, number) if torch.accelerator.is_available() else torch.device("cpu")


if __name__ == "__main__":
    places = [choose(), torch.device(choose_string(0)), choose_two_argument(0)]
    print([str(place) for place in places])
    print(len({(place.type, place.index) for place in places}))
    store = io.BytesIO()
    torch.save(torch.arange(3), store)
    store.seek(0)
    print(torch.load(store, map_location=choose()).device == places[0])
