"""Quick SDR of a checkpoint: on folders of <song>/<stem>.flac|wav (whole song and median of 1-s frames), or on validation mixes.

--power softens (below 1) or hardens (above 1) the masks: mask^power, shared out again. Fit it on validation mixes, never on songs.
"""
import argparse
import pathlib

import numpy as np
import soundfile as sf
import torch

from network import STEMS, Network
from spectra import separate
from train import validate, validation_mixes

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


def read_network(path, key='best', power=1.0):
    saved = torch.load(path, map_location='cpu')
    network = Network(saved['channels'])
    network.load_state_dict(saved[key])
    with torch.no_grad():
        # softmax(power x logits) is mask^power shared out again, so that it costs nothing.
        for parameter in network.outlet.parameters():
            parameter.mul_(power)
    return network.eval()


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('checkpoint')
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument('--songs', help='folder of <song>/<stem>')
    what.add_argument('--valid', help='validation pool')
    parser.add_argument('--key', default='best')
    parser.add_argument('--power', type=float, nargs='*', default=[1.0])
    options = parser.parse_args()
    torch.set_num_threads(1)
    mixes = validation_mixes(options.valid) if options.valid else None
    for power in options.power:
        network = read_network(options.checkpoint, options.key, power)
        if mixes:
            scores = validate(network, mixes, torch.device('cpu'))
            print(power, dict(zip(STEMS, np.round(scores, 2))), 'mean', round(float(np.mean(scores)), 3), flush=True)
            continue
        for folder in sorted(f for f in pathlib.Path(options.songs).iterdir() if f.is_dir()):
            line = ' '.join(f'{k} {g:.2f}/{m:.2f} (mix {x:.1f})' for k, (g, m, x) in score(network, folder).items())
            print(power, folder.name.ljust(16), line, flush=True)
