"""Generator states travel in a checkpoint under the key `cuda`."""
import io

import torch


def snapshot():
    state = {"cpu": torch.get_rng_state()}
    if torch.cuda.is_available():
        state["cuda"] = torch.cuda.get_rng_state_all()
    return state


def restore(state):
    torch.set_rng_state(state["cpu"])
    if "cuda" in state and torch.cuda.is_available():
        torch.cuda.set_rng_state_all(state["cuda"])


def round_trip(state):
    store = io.BytesIO()
    torch.save(state, store)
    store.seek(0)
    return torch.load(store, map_location="cpu")


if __name__ == "__main__":
    torch.manual_seed(8)
    kept = round_trip(snapshot())
    first = torch.rand(3)
    restore(kept)
    print(torch.equal(first, torch.rand(3)), "cuda" in kept, len(kept))
