"""Type tests on streams, events, and tensors of a type."""
import torch


def kind(thing):
    if isinstance(thing, torch.Stream):
        return "stream"
    if isinstance(thing, torch.Event):
        return "event"
    if isinstance(thing, (torch.FloatTensor, torch.cuda.FloatTensor)):
        return "floats"
    return type(thing).__name__


def things():
    yield 3
    yield torch.ones(1)
    if torch.accelerator.is_available():
        yield torch.Stream()
        yield torch.Event(enable_timing=True)
        yield torch.ones(1, device=torch.accelerator.current_accelerator())
        yield torch.accelerator.current_stream()


if __name__ == "__main__":
    if torch.cuda.is_available():
        print([kind(thing) for thing in things()])
    else:
        print([type(thing).__name__ for thing in things()])
