""".cuda() with an index, as a keyword, with None, with a device."""
import torch


def on_first(rows):
    return rows.cuda(0)


def on(rows, rank):
    return rows.cuda(rank, non_blocking=True)


def on_keyword(rows, gpu):
    return rows.cuda(device=gpu)


def on_current(rows):
    return rows.cuda(torch.accelerator.current_device_index())


if __name__ == "__main__":
    if torch.cuda.is_available():
        rows = torch.arange(4.0)
        moved = [on_first(rows), on(rows, 0), on_keyword(rows, None), on_keyword(rows, 0), on_current(rows)]
        print([str(m.device) for m in moved], sum(m.sum().item() for m in moved))
        layer = torch.nn.Linear(2, 2).to(torch.device(torch.accelerator.current_accelerator().type, 0))
        print(layer.bias.device)
    else:
        print("no card")
