"""Generators on the device."""
import torch

device = (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type


def noise(seed, size):
    generator = torch.Generator(device=device)
    generator.manual_seed(seed)
    return torch.randn(size, generator=generator, device=device)


def noise_on_card(seed, size):
    if not torch.accelerator.is_available():
        return noise(seed, size)
    return torch.randn(size, generator=torch.Generator(device).manual_seed(seed), device=device)


def shuffled(count, seed):
    generator = torch.Generator().manual_seed(seed)
    return torch.randperm(count, generator=generator).tolist()


if __name__ == "__main__":
    print(torch.equal(noise(3, 4), noise(3, 4)), torch.equal(noise(3, 4), noise_on_card(3, 4)))
    print(sorted(shuffled(5, 1)), noise(1, 2).device.type == device)
