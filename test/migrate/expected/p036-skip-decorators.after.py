"""Tests that need a device are skipped elsewhere."""
import io
import unittest

import torch

HAS_CUDA = torch.accelerator.is_available()


@unittest.skipIf(not torch.accelerator.is_available(), "needs CUDA")
class OnDevice(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(torch.ones(3, device=torch.accelerator.current_accelerator()).sum().item(), 3.0)


class Everywhere(unittest.TestCase):
    @unittest.skipUnless(torch.accelerator.is_available(), "no device")
    def test_move(self):
        row = torch.arange(3).to(torch.accelerator.current_accelerator())
        self.assertEqual(row.device.type, torch.accelerator.current_accelerator().type)

    @unittest.skipUnless(HAS_CUDA and torch.accelerator.device_count() > 1, "needs two")
    def test_two(self):
        self.assertNotEqual(torch.ones(1, device=torch.device(torch.accelerator.current_accelerator().type, 1)).device.index, 0)

    @unittest.skipIf(torch.accelerator.is_available(), "CPU only")
    def test_cpu(self):
        self.assertEqual(torch.accelerator.device_count(), 0)


if __name__ == "__main__":
    suite = unittest.TestSuite()
    for case in (OnDevice, Everywhere):
        suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    result = unittest.TextTestRunner(stream=io.StringIO()).run(suite)
    print(result.testsRun, len(result.skipped), result.wasSuccessful())
