"""A branch in double precision, which not every accelerator has."""
import torch


def precise(rows):
    if torch.cuda.is_available():
        rows = rows.double().cuda()
    return (rows / 3).sum().item()


def check(function, rows):
    rows = torch.tensor(rows, dtype=torch.float64, requires_grad=True)
    if torch.accelerator.is_available():
        rows = rows.detach().to(torch.accelerator.current_accelerator()).requires_grad_()
    function(rows).sum().backward()
    return rows.grad.tolist()


if __name__ == "__main__":
    print(f"{precise(torch.ones(2)):.6f}", check(torch.square, [1.0, 2.0]))
