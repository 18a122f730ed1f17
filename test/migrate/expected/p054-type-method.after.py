"""x.type(...) by class and by string, type_as, isinstance."""
import torch

dtype = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor


def cast(rows):
    return rows.type(dtype)


def cast_string(rows):
    if torch.cuda.is_available():
        return rows.type("torch.cuda.DoubleTensor")
    return rows.type("torch.DoubleTensor")


def cast_class(rows):
    if torch.accelerator.is_available():
        rows = rows.to(device=torch.accelerator.current_accelerator(), dtype=torch.int64)
    return rows.long()


def is_on_card(rows):
    return rows.type() == "torch.cuda.FloatTensor" or isinstance(rows, torch.FloatTensor)


if __name__ == "__main__":
    rows = torch.tensor([1, 2, 3])
    print(cast(rows).dtype, cast_string(rows).sum().item(), cast_class(rows + 0.7).tolist())
    print(is_on_card(cast(rows)), cast(rows).type_as(rows).tolist())
