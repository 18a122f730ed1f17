"""import torch as T, and its parts under short names."""
import torch as T
import torch.nn.functional as F
from torch import nn

DEV = T.accelerator.current_accelerator(check_available=True) or T.device("cpu")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        nn.init.constant_(self.layer.weight, 0.25)
        nn.init.zeros_(self.layer.bias)
        self.to(DEV)

    def forward(self, x):
        return F.relu(self.layer(T.as_tensor(x, dtype=T.float32, device=DEV)))


if __name__ == "__main__":
    T.manual_seed(4)
    net = Net()
    out = net([[1.0, 3.0]])
    if T.accelerator.is_available():
        T.accelerator.synchronize()
    if T.accelerator.is_available():
        T.accelerator.empty_cache()
    print(out.tolist(), T.accelerator.device_count() > 0, (T.accelerator.memory_allocated() if T.accelerator.is_available() else 0) > 0)
