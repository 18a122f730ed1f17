"""Device calls in coroutines and asynchronous generators."""
import asyncio
import contextlib

import torch

device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")


@contextlib.asynccontextmanager
async def exclusive():
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
    yield device
    if torch.accelerator.is_available():
        torch.accelerator.synchronize()


async def batches(count):
    for number in range(count):
        await asyncio.sleep(0)
        rows = torch.full((2,), float(number))
        yield rows.to(device) if torch.accelerator.is_available() else rows


async def main():
    async with exclusive() as place:
        total = 0.0
        async for batch in batches(3):
            total += batch.to(place).sum().item()
    return total, (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0) >= 0


if __name__ == "__main__":
    print(asyncio.run(main()))
