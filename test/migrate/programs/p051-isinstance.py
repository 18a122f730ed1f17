"""Type tests on streams, events, and tensors of a type."""
import torch


def kind(thing):
    if isinstance(thing, torch.cuda.Stream):
        return "stream"
    if isinstance(thing, torch.cuda.Event):
        return "event"
    if isinstance(thing, (torch.FloatTensor, torch.cuda.FloatTensor)):
        return "floats"
    return type(thing).__name__


def things():
    yield 3
    yield torch.ones(1)
    if torch.cuda.is_available():
        yield torch.cuda.Stream()
        yield torch.cuda.Event(enable_timing=True)
        yield torch.ones(1, device="cuda")
        yield torch.cuda.current_stream()


if __name__ == "__main__":
    if torch.cuda.is_available():
        print([kind(thing) for thing in things()])
    else:
        print([type(thing).__name__ for thing in things()])
