"""Devices and flags as class attributes, properties, class methods, slots."""
import torch


class Settings:
    use_cuda = torch.accelerator.is_available()
    device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
    name = (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type
    seed = 3

    @property
    def cards(self):
        return torch.accelerator.device_count()

    @classmethod
    def make(cls, size):
        rows = torch.ones(size)
        return rows.to(torch.accelerator.current_accelerator()) if cls.use_cuda else rows

    @staticmethod
    def flush():
        if torch.accelerator.is_available():
            torch.accelerator.empty_cache()


class Fast(Settings):
    __slots__ = ("rows",)

    def __init__(self):
        self.rows = self.make(2)
        if self.use_cuda:
            self.rows = self.rows.to(torch.accelerator.current_accelerator(), non_blocking=True)


if __name__ == "__main__":
    print(Settings().cards > 0, Settings.flush(), Fast().rows.sum().item())
    print(Settings.device.type == Settings.name, Fast.device, Settings.make(1).device.type)
