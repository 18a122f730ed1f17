"""A profiler that looks at the device where there is one."""
import torch
from torch.profiler import ProfilerActivity


def activities():
    chosen = [ProfilerActivity.CPU]
    if torch.cuda.is_available():
        chosen.append(ProfilerActivity.CUDA)
    return [activity.name for activity in chosen]


def sort_key():
    return "cuda_time_total" if torch.cuda.is_available() else "cpu_time_total"


def measured(step):
    if torch.accelerator.is_available():
        torch.accelerator.synchronize()
    with torch.profiler.record_function("step"):
        result = step()
    if torch.accelerator.is_available():
        torch.accelerator.synchronize()
    return result


if __name__ == "__main__":
    print(activities(), sort_key(), measured(lambda: 3))
