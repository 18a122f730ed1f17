"""A flag is computed once and asked again and again."""
import torch

has_gpu = torch.accelerator.is_available()
acc = torch.accelerator.current_accelerator(check_available=True)
device = torch.device(acc.type, 0) if acc is not None else torch.device("cpu")
dtype = torch.float16 if has_gpu else torch.float32
workers = 2 if has_gpu else 0


class Scaler:
    def __init__(self, factor):
        self.factor = torch.tensor(factor, dtype=dtype, device=device)

    def __call__(self, values):
        data = torch.tensor(values, dtype=dtype)
        if has_gpu:
            data = data.to(device)
        return (data * self.factor).tolist()


if __name__ == "__main__":
    print(Scaler(2.0)([1.0, 2.5]), workers, dtype)
    print("gpu" if has_gpu else "no gpu", str(device))
