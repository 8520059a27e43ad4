"""Writes the bundled model: ONNX graph, manifest.json, and the figures that belong into the model card."""
import argparse
import hashlib
import json
import pathlib

import numpy as np
import torch

from network import BINS, CHUNK, FFT, HOP, STEMS
from score import read_network


class Masks(torch.nn.Module):
    """The network as exported: magnitudes in, masks out, both in ordinary (not channels-last) order."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, magnitude):
        return self.network(magnitude)


def write_graph(network, file):
    torch.onnx.export(Masks(network), torch.rand(1, 2, BINS, CHUNK), str(file), input_names=['magnitude'], output_names=['masks'],
                      opset_version=16, do_constant_folding=True)


def manifest(path, version):
    data = path.read_bytes()
    stems = {s: [s] for s in STEMS[:-1]}
    return {
        'schema': 1, 'id': 'partbook-small', 'version': version, 'title': "Partbook's own small model",
        'licence': {'name': 'MIT', 'notice': "Partbook's own weights, trained on CC0, public-domain, CC BY 4.0 and synthesised sound. MIT, like the rest of Partbook; credits in MODEL_CARD.md.",
                    'research_only': False},
        'proven': True, 'kind': 'magnitude_mask',
        'graphs': [{'file': path.name, 'sha256': hashlib.sha256(data).hexdigest(), 'bytes': len(data), 'stems': list(STEMS)}],
        'stft': {'n_fft': FFT, 'hop': HOP, 'bins': BINS, 'frames': CHUNK},
        'overlap': 0.0625, 'output': 'masks', 'divide_by_mean': True, 'upper_bins': {'mean_of_top': 8},
        'tensors': {'inputs': {'magnitude': {'axes': ['batch', 'channel', 'bin', 'frame']}},
                    'outputs': {'masks': {'axes': ['batch', 'stem', 'channel', 'bin', 'frame']}}},
        'products': {'vocals': {'vocals': ['vocals'], 'instrumental': 'rest'},
                     'fast': {'vocals': ['vocals'], 'drums': ['drums'], 'bass': ['bass'], 'other': 'rest'},
                     'full': {**stems, 'other': 'rest'}},
    }


def write_parity(network, folder):
    """A seeded input and PyTorch's answer to it, as raw float32, for parity.mjs to compare with ONNX Runtime."""
    x = torch.from_numpy(np.abs(np.random.default_rng(1).standard_normal((1, 2, BINS, CHUNK))).astype(np.float32) ** 2)
    with torch.no_grad():
        y = network(x)
    folder.mkdir(parents=True, exist_ok=True)
    x.numpy().tofile(folder / 'magnitude.f32')
    y.numpy().tofile(folder / 'masks.f32')


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('checkpoint')
    parser.add_argument('--out', type=pathlib.Path, required=True, help='folder of the bundled model')
    parser.add_argument('--version', required=True)
    parser.add_argument('--key', default='best', choices=('best', 'average', 'weights'))
    parser.add_argument('--power', type=float, default=1.0, help='softens the masks, see score.py')
    parser.add_argument('--parity', type=pathlib.Path, default=None, help='folder for the parity check')
    options = parser.parse_args()
    torch.set_num_threads(1)
    network = read_network(options.checkpoint, options.key, options.power)
    options.out.mkdir(parents=True, exist_ok=True)
    file = options.out / 'model.onnx'
    write_graph(network, file)
    (options.out / 'manifest.json').write_text(json.dumps(manifest(file, options.version), indent=2) + '\n')
    if options.parity:
        write_parity(network, options.parity)
    print(file, file.stat().st_size, 'bytes')
