from PIL import Image
import numpy as np
import torch


def to_pil(sample):
    sample = (sample.clamp(-1, 1) + 1) * 127.5
    arr = np.array(sample.permute(1, 2, 0).cpu()).astype("uint8")
    return Image.fromarray(arr)


class Pipeline:
    def __init__(self, unet, device):
        self.unet, self.device = unet.to(device), device

    @torch.no_grad()
    def __call__(self, n=1, steps=2):
        x = torch.randn(n, 3, 8, 8, device=self.device)
        for _ in range(steps):
            x = x - 0.1 * self.unet(x)
        return [to_pil(s) for s in x]


if __name__ == "__main__":
    Pipeline(torch.nn.Conv2d(3, 3, 3, padding=1), torch.device("cuda"))(2)
