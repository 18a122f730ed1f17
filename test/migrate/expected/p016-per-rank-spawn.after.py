"""Spawned workers with the rank as an argument; control messages stay on gloo."""
import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def worker(rank, world_size):
    os.environ.setdefault("MASTER_ADDR", "localhost")
    os.environ.setdefault("MASTER_PORT", "29511")
    dist.init_process_group(backend=dist.get_default_backend_for_device(torch.accelerator.current_accelerator()), rank=rank, world_size=world_size)
    control = dist.new_group(backend="gloo")
    torch.accelerator.set_device_index(rank)
    share = torch.full((4,), float(rank)).cuda(rank)
    dist.all_reduce(share)
    dist.barrier(group=control)
    if rank == 0:
        print(share.sum().item())
    dist.destroy_process_group()


def launch():
    world_size = torch.accelerator.device_count()
    if world_size < 2:
        return f"{world_size} card(s): nothing to launch"
    mp.spawn(worker, args=(world_size,), nprocs=world_size)
    return "done"


if __name__ == "__main__":
    print(launch())
