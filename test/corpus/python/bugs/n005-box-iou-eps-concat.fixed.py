import torch


def box_area(b):
    return (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])


def clip_boxes(boxes, size):
    h, w = size
    limit = torch.tensor([w, h, w, h], dtype=boxes.dtype, device=boxes.device)
    return torch.minimum(boxes.clamp(min=0), limit)


class PostProcess:
    def __init__(self, min_area=1.0):
        self.min_area = min_area

    def __call__(self, outputs, size):
        result = []
        for o in outputs:
            boxes = clip_boxes(o["boxes"], size)
            keep = box_area(boxes) > self.min_area
            result.append({"boxes": boxes[keep], "scores": o["scores"][keep]})
        return result


if __name__ == "__main__":
    d = torch.device("cuda")
    outs = [{"boxes": torch.rand(3, 4, device=d) * 9, "scores": torch.rand(3, device=d)}]
    PostProcess()(outs, (8, 8))
