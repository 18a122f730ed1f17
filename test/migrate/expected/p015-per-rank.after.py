"""One process per card; without a launcher it runs alone."""
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


def setup():
    local_rank = int(os.environ["LOCAL_RANK"])
    torch.accelerator.set_device_index(local_rank)
    dist.init_process_group(dist.get_default_backend_for_device(torch.accelerator.current_accelerator()))
    return local_rank


def build(local_rank):
    model = torch.nn.Linear(2, 1).to(f"cuda:{local_rank}")
    return DistributedDataParallel(model, device_ids=[local_rank], output_device=local_rank)


def mean_loss(loss, local_rank):
    total = torch.tensor([loss], device=torch.device("cuda", local_rank))
    dist.all_reduce(total)
    return (total / dist.get_world_size()).item()


def main():
    if "LOCAL_RANK" not in os.environ:
        print("alone", torch.accelerator.device_count() >= 0)
        return
    local_rank = setup()
    model = build(local_rank)
    print(mean_loss(model(torch.ones(1, 2).cuda(local_rank)).item(), local_rank))
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
