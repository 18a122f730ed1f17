import numpy as np
import torch


def crops(image, n, device):
    h, w = image.shape[-2:]
    ys = torch.randint(0, h - 2, (n,))
    xs = torch.randint(0, w - 2, (n,))
    out = torch.stack([image[:, y:y + 2, x:x + 2] for y, x in zip(ys.tolist(), xs.tolist())])
    anchors = torch.stack([xs, ys], 1).float()
    return out.to(device), anchors.to(device)


def stats(t):
    arr = t.cpu().numpy() if t.is_cuda else t.numpy()
    return np.percentile(arr, [5, 95])


if __name__ == "__main__":
    d = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    c, a = crops(torch.rand(3, 8, 8), 2, d)
    stats(c), (a * a.new_tensor([1.0, 2.0])).sum()
