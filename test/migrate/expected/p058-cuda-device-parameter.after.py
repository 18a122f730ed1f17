"""Functions that are handed a device and still call .cuda()."""
import torch


def collate(rows, device):
    batch = torch.stack(rows)
    if device.type != "cpu":
        batch = batch.to(device)
    return batch


def encode(words, table, device: torch.device):
    ids = torch.tensor([table[word] for word in words])
    ids = ids.to(device) if device.type != "cpu" else ids
    return ids.to(device)


def evaluate(model, rows, device="cpu", use_cuda=False):
    if use_cuda:
        model.to(torch.accelerator.current_accelerator())
        rows = rows.to(torch.accelerator.current_accelerator())
    return model(rows).sum().item()


if __name__ == "__main__":
    use_cuda = torch.cuda.is_available()
    device = torch.device("cuda" if use_cuda else "cpu")
    print(collate([torch.ones(2), torch.zeros(2)], device).sum().item())
    print(encode(["b", "a"], {"a": 0, "b": 1}, device).tolist())
    print(evaluate(torch.nn.Identity(), torch.full((2,), 1.5), use_cuda=use_cuda))
