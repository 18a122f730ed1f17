"""Calls that have no accelerator twin: nvtx, graphs, cudart, profiler activities."""
import torch
from torch.profiler import ProfilerActivity, profile


def marked(step):
    with torch.cuda.nvtx.range("step"):
        return step()


def frozen(step, static):
    tape = torch.cuda.CUDAGraph()
    with torch.cuda.graph(tape):
        out = step(static)
    tape.replay()
    return out


def pinned_by_hand(buf):
    rt = torch.cuda.cudart()
    rt.cudaHostRegister(buf.data_ptr(), buf.numel() * buf.element_size(), 0)


def watch(step):
    acts = [ProfilerActivity.CPU]
    if torch.cuda.is_available():
        acts.append(ProfilerActivity.CUDA)
    with profile(activities=acts) as seen:
        step()
    return seen.key_averages().table(sort_by="cpu_time_total", row_limit=1)


def plain(step):
    if torch.accelerator.is_available():
        torch.accelerator.synchronize()
    out = step()
    if torch.accelerator.is_available():
        torch.accelerator.synchronize()
    return out


if __name__ == "__main__":
    print(plain(lambda: 4), len(watch(lambda: torch.ones(2) + 1)) > 0)
