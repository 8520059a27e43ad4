"""Mixes stems of the pool into songs while training: random or matching parts, levels as in real mixes, bus limiting."""
import pathlib

import numpy as np
from torch.utils.data import IterableDataset

from instruments import resampled
from network import STEMS

PRESENCE = dict(vocals=.85, drums=.85, bass=.82, guitar=.55, piano=.42, other=.62)
LEVEL_DB = dict(vocals=0.0, drums=1.0, bass=0.5, guitar=-2.5, piano=-3.0, other=-2.5)
SECOND = dict(vocals=.08, drums=.08, bass=0, guitar=.2, piano=.05, other=.3)


class Mixer(IterableDataset):
    def __init__(self, pool, samples, seed, refresh=400):
        self.pool, self.samples, self.seed, self.refresh = pathlib.Path(pool), samples, seed, refresh

    def scan(self):
        self.files = {s: [f for f in sorted(self.pool.glob(f'{s}_*.npy')) if '.part' not in f.name] for s in STEMS}

    def __iter__(self):
        self.rng, count = np.random.default_rng(self.seed), 0
        while True:
            if count % self.refresh == 0:
                self.scan()
            count += 1
            yield self.song()

    def excerpt(self, file, ratio, start):
        """Part of a stem at an RMS of 0.1 measured while it sounds, so that quiet passages stay quiet."""
        x = np.load(file, mmap_mode='r')
        need = int(self.samples * ratio) + 4
        start = int(start * max(0, len(x) - need))
        sparse = x[::16].astype(np.float32).mean(1) / 32768
        active = np.abs(sparse) > 0.02
        level = np.sqrt(np.mean(sparse[active] ** 2) * np.clip(active.mean() * 3, .3, 1)) if active.any() else 1
        y = resampled(np.asarray(x[start:start + need], np.float32) / 32768, ratio)[:self.samples]
        return np.pad(y, ((0, self.samples - len(y)), (0, 0))) * np.float32(.1 / max(level, 1e-3))

    def layer(self, stem, song, ratio, start):
        rng = self.rng
        if song is None or not (file := self.pool / f'{stem}_{song}.npy').exists():
            file, ratio, start = self.files[stem][rng.integers(len(self.files[stem]))], self.speed(), rng.random()
        x = self.excerpt(file, ratio, start)
        return x[:, ::-1] if rng.random() < .5 else x

    def speed(self):
        return float(np.clip(np.exp(self.rng.normal(0, .09)), .8, 1.25)) if self.rng.random() < .6 else 1.0

    def song(self):
        rng, out = self.rng, np.zeros((len(STEMS), self.samples, 2), np.float32)
        matching = rng.random() < .45
        song = str(rng.choice(self.files['vocals']).stem).split('_')[1] if matching else None
        ratio, start = self.speed(), rng.random()
        alone = rng.integers(len(STEMS)) if rng.random() < .04 else None
        spread = rng.choice([2.5, 4, 6])
        for k, stem in enumerate(STEMS):
            if (alone is None and rng.random() > PRESENCE[stem]) or (alone is not None and k != alone) or not self.files[stem]:
                continue
            gain = 10 ** ((LEVEL_DB[stem] + rng.normal(0, spread)) / 20)
            out[k] = self.layer(stem, song, ratio, start) * np.float32(gain)
            if rng.random() < SECOND[stem]:
                out[k] += self.layer(stem, None, 1, 0) * np.float32(gain * rng.uniform(.3, 1))
        if rng.random() < .06:
            out = np.repeat(out.mean(2, keepdims=True), 2, 2)
        if rng.random() < .4:
            out *= limiter_gain(out.sum(0), rng)
        return out.transpose(0, 2, 1).copy()


def limiter_gain(mix, rng):
    """Mastering: one gain curve from the mix, applied to every stem, so that they still add up."""
    block = int(rng.choice([256, 1024, 4096]))
    peaks = np.abs(np.pad(mix, ((0, -len(mix) % block), (0, 0)))).max(1).reshape(-1, block).max(1)
    threshold = np.percentile(peaks, rng.uniform(30, 90)) + 1e-4
    gain = np.minimum(1, threshold / (peaks + 1e-6)) ** rng.uniform(.4, 1)
    gain = np.minimum(gain, np.minimum(np.append(gain[1:], 1), np.insert(gain[:-1], 0, 1)))
    at = (np.arange(len(gain)) + .5) * block
    return np.interp(np.arange(len(mix)), at, gain).astype(np.float32)[None, :, None]
