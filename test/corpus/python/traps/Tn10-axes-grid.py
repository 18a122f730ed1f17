import matplotlib.pyplot as plt
import torch


def grid(images, path):
    fig, axes = plt.subplots(2, 2)
    for ax, img in zip(axes.flat, images):
        ax.imshow(img.permute(1, 2, 0).detach().cpu().numpy())
    axes[0, 0].set_title("first")
    for row in axes:
        for ax in row:
            ax.axis("off")
    fig.savefig(path)


if __name__ == "__main__":
    d = "cuda" if torch.cuda.is_available() else "cpu"
    grid(torch.rand(4, 3, 8, 8, device=d), "grid.png")
