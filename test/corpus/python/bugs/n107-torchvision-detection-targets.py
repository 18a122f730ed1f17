import torch
import torchvision
from torch.utils.data import DataLoader


def train(dataset, device):
    model = torchvision.models.detection.fasterrcnn_resnet50_fpn(num_classes=2)
    data = DataLoader(dataset, batch_size=2, collate_fn=lambda b: tuple(zip(*b)))  # BUG: model-not-moved
    model.train()
    for images, targets in data:
        images = [i.to(device) for i in images]
        targets = [{k: v.to(device) for k, v in t.items()} for t in targets]
        losses = model(images, targets)  # RAISES-AT
        sum(losses.values()).backward()


if __name__ == "__main__":
    item = (torch.rand(3, 32, 32), {"boxes": torch.tensor([[1.0, 1.0, 9.0, 9.0]]), "labels": torch.tensor([1])})
    train([item, item], torch.device("cuda"))
