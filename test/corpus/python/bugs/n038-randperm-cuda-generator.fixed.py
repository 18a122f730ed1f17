import torch


def shuffled(data, generator):
    order = torch.randperm(len(data), generator=generator, device=generator.device)
    return data[order]


def main(cfg):
    device = torch.device("cuda" if cfg.get("cuda", True) else "cpu")
    gen = torch.Generator(device)
    gen.manual_seed(cfg.get("seed", 0))
    return shuffled(torch.arange(6, device=device), gen)


if __name__ == "__main__":
    main({"cuda": True})
