"""Quick SDR (global and median of 1-s frames) of a checkpoint on folders of <song>/<stem>.flac|wav, while training."""
import argparse
import pathlib

import numpy as np
import soundfile as sf
import torch

from network import STEMS, Network
from spectra import separate

RATE = 44100


def decibels(reference, estimate):
    return 10 * np.log10((np.sum(reference ** 2) + 1e-7) / (np.sum((reference - estimate) ** 2) + 1e-7))


def frames(reference, estimate):
    n = reference.shape[-1] // RATE
    cut = lambda x: x[:, :n * RATE].reshape(2, n, RATE).transpose(1, 0, 2)
    return [decibels(r, e) for r, e in zip(cut(reference), cut(estimate)) if np.sum(r ** 2) > 1e-4]


def load(folder):
    stems = {f.stem: sf.read(f, dtype='float32', always_2d=True)[0].T for f in sorted(pathlib.Path(folder).iterdir()) if f.suffix in ('.flac', '.wav')}
    mixture = stems.pop('mixture', None)
    return stems, sum(stems.values()) if mixture is None else mixture


def score(network, folder):
    stems, mixture = load(folder)
    with torch.no_grad():
        estimates = dict(zip(STEMS, separate(network, torch.from_numpy(mixture)).numpy()))
    out = {}
    for name, reference in stems.items():
        if name == 'other' and 'bass' not in stems:
            estimate = sum(estimates[s] for s in STEMS if s not in stems or s == 'other')
        else:
            estimate = estimates[name]
        out[name] = (decibels(reference, estimate), float(np.median(frames(reference, estimate))), decibels(reference, mixture))
    return out


def read_network(path, key='best'):
    saved = torch.load(path, map_location='cpu')
    network = Network(saved['channels'])
    network.load_state_dict(saved[key])
    return network.eval()


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('checkpoint')
    parser.add_argument('--songs', required=True)
    parser.add_argument('--key', default='best')
    options = parser.parse_args()
    torch.set_num_threads(1)
    network = read_network(options.checkpoint, options.key)
    for folder in sorted(f for f in pathlib.Path(options.songs).iterdir() if f.is_dir()):
        line = ' '.join(f'{k} {g:.2f}/{m:.2f} (mix {x:.1f})' for k, (g, m, x) in score(network, folder).items())
        print(folder.name.ljust(16), line, flush=True)
