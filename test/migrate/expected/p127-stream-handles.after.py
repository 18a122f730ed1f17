"""Streams whose raw handle goes elsewhere, the default stream, a stream of given priority."""
import ctypes

import torch


def handle(stream):
    return ctypes.c_void_p(stream.cuda_stream).value or 0


def launch(rows):
    stream = torch.cuda.current_stream()
    return rows.sum().item(), handle(stream) >= 0


def urgent(rows):
    stream = torch.cuda.Stream(0, -1)
    with torch.cuda.stream(stream):
        rows = rows * 2
    torch.cuda.default_stream().wait_stream(stream)
    return rows.sum().item(), stream.priority <= 0


def switched(rows):
    before = torch.cuda.current_stream()
    torch.cuda.set_stream(torch.cuda.Stream())
    try:
        return (rows + 1).sum().item()
    finally:
        torch.cuda.set_stream(before)


if __name__ == "__main__":
    if torch.cuda.is_available():
        rows = torch.ones(2, device=torch.accelerator.current_accelerator())
        print(launch(rows), urgent(rows), switched(rows))
    else:
        print("no card")
