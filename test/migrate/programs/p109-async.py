"""Device calls in coroutines and asynchronous generators."""
import asyncio
import contextlib

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


@contextlib.asynccontextmanager
async def exclusive():
    torch.cuda.empty_cache()
    yield device
    if torch.cuda.is_available():
        torch.cuda.synchronize()


async def batches(count):
    for number in range(count):
        await asyncio.sleep(0)
        rows = torch.full((2,), float(number))
        yield rows.cuda() if torch.cuda.is_available() else rows


async def main():
    async with exclusive() as place:
        total = 0.0
        async for batch in batches(3):
            total += batch.to(place).sum().item()
    return total, torch.cuda.memory_allocated() >= 0


if __name__ == "__main__":
    print(asyncio.run(main()))
