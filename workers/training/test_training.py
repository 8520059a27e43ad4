"""python3 -m unittest test_training: what training needs to keep to. Needs NumPy, SciPy and PyTorch, no data."""
import importlib.util
import pathlib
import tempfile
import unittest

import numpy as np
import torch

import loss
import train
import widen
from compose import Song, drum_part, pitched_part
from drum_machine import invented_kit, long_bass
from export import write_graph
from network import BINS, STEMS, Network
from spectra import inverse, separate, transform


def invented_pool(folder, songs=4, seconds=6):
    """Stems that a tiny network can tell apart within a minute: noise bursts, low tones, chords, a wandering tone."""
    rng, n = np.random.default_rng(3), int(seconds * 44100)
    t = np.arange(n) / 44100
    for song in range(songs):
        tone = lambda hertz: np.sin(2 * np.pi * hertz * t + rng.uniform(0, 6))
        base = 110 * 2 ** (rng.integers(12) / 12)
        made = {'vocals': np.sin(2 * np.pi * (4 * base * t + 20 * np.sin(2 * np.pi * 5 * t))), 'drums': rng.normal(size=n) * (t % .5 < .05), 'bass': tone(base / 2),
                'guitar': np.sign(tone(base * 2)), 'piano': tone(base * 3) * np.exp(-4 * (t % 1)), 'other': tone(base * 5) + tone(base * 6.3)}
        for stem, x in made.items():
            np.save(pathlib.Path(folder, f'{stem}_{song:04d}.npy'), (np.repeat(x[:, None], 2, 1) / np.abs(x).max() * 30000).astype(np.int16))


class Training(unittest.TestCase):
    def test_a_tiny_run_learns_and_resumes(self):
        with tempfile.TemporaryDirectory() as work:
            pool, out = pathlib.Path(work, 'pool'), pathlib.Path(work, 'out')
            pool.mkdir()
            invented_pool(pool)
            options = ['--pool', str(pool), '--valid', str(pool), '--out', str(out), '--channels', '8', '--batch', '2', '--frames', '8',
                       '--workers', '0', '--valid-songs', '2', '--valid-frames', '31', '--rate', '4e-3', '--warm-steps', '5', '--keep', '.9', '--decay-minutes', '.01', '--check-minutes', '99', '--threads', '1', '--cpu']
            train.train(train.arguments([*options, '--steps', '1']))
            first = torch.load(out / 'checkpoint.pt')
            train.train(train.arguments([*options, '--steps', '30']))
            last = torch.load(out / 'checkpoint.pt')
            self.assertEqual((first['step'], last['step']), (1, 31))
            self.assertGreater(last['best_score'], first['best_score'] + .3, 'validation SDR in dB after 30 steps against after one')
            self.assertEqual(len((out / 'curve.csv').read_text().splitlines()), 3)

    def test_the_written_gradient_is_the_gradient(self):
        torch.manual_seed(0)
        stems = torch.randn(2, 6, 2, 8, 8, dtype=torch.complex64)
        logits = torch.randn(2, 6, 2, 8, 8, requires_grad=True)
        value = loss.mask_loss(logits, stems)
        value.backward()
        direction, step = torch.randn_like(logits), 1e-2
        with torch.no_grad():
            ahead, behind = (loss.mask_loss(logits + s * step * direction, stems) for s in (1, -1))
        expected = float((ahead - behind) / (2 * step))
        self.assertAlmostEqual(float((logits.grad * direction).sum()), expected, delta=2e-3 * abs(expected) + 1e-5)

    def test_widening_keeps_every_mask(self):
        torch.manual_seed(1)
        old = Network(8)
        x = torch.rand(1, 2, BINS, 16) * 4
        with torch.no_grad():
            self.assertLess(float((old(x) - widen.widen(old, 12)(x)).abs().max()), 1e-5)

    @unittest.skipUnless(importlib.util.find_spec('onnx'), 'needs the onnx package')
    def test_training_goes_on_from_an_exported_model(self):
        torch.manual_seed(4)
        old, x = Network(8), torch.rand(1, 2, BINS, 16) * 4
        with torch.no_grad():
            for block in [*old.encoders, *old.middle, *old.decoders]:
                block.scale.copy_(torch.randn_like(block.scale))
                block.shift.copy_(torch.randn_like(block.shift))
        with tempfile.TemporaryDirectory() as work:
            write_graph(old, pathlib.Path(work, 'model.onnx'))
            new = widen.from_onnx(str(pathlib.Path(work, 'model.onnx')))
        with torch.no_grad():
            self.assertLess(float((old(x) - new(x)).abs().max()), 1e-5)

    def test_both_memory_layouts_give_the_same_masks(self):
        torch.manual_seed(5)
        network, x = Network(8), torch.rand(1, 2, BINS, 16) * 4
        with torch.no_grad():
            first = network(x)
            last = network.to(memory_format=torch.channels_last)(x.contiguous(memory_format=torch.channels_last))
        self.assertLess(float((first - last).abs().max()), 1e-4)

    def test_a_drum_machine_is_heard_and_repeats(self):
        kits = [invented_kit(np.random.default_rng(7)) for _ in range(2)]
        for piece, hits in kits[0].items():
            for hit, again in zip(hits, kits[1][piece]):
                self.assertEqual(hit.dtype, np.float32)
                self.assertAlmostEqual(float(np.abs(hit).max()), 1, places=3)
                np.testing.assert_array_equal(hit, again)
        spectrum = np.abs(np.fft.rfft(long_bass(np.random.default_rng(8), 33)[11025:55125]))
        self.assertAlmostEqual(float(spectrum.argmax()), 55, delta=2, msg='MIDI 33 sounds at 55 Hz')

    def test_stems_add_up_to_the_song_up_to_the_highest_bin(self):
        torch.manual_seed(2)
        mix = torch.randn(2, 60000) * .1
        with torch.no_grad():
            stems = separate(Network(8), mix)
        self.assertLess(float((stems.sum(0) - mix).abs().max()), 1e-4)
        self.assertLess(float((inverse(transform(mix), 60000) - mix).abs().max()), 1e-5)

    def test_a_seed_composes_the_same_song_again(self):
        def notes():
            song = Song(np.random.default_rng(11), 16)
            return [[(n.start, n.length, n.pitch) for n in pitched_part(song, s)] for s in ('bass', 'guitar', 'piano', 'other')] + [drum_part(song)]
        self.assertEqual(notes(), notes())
        self.assertEqual(len(STEMS), 6)


if __name__ == '__main__':
    unittest.main()
