"""Trains the network on mixes made on the fly from the pool; can be stopped and resumed at any time.

bf16 autocast on channels-last tensors where the processor multiplies bf16 (AMX, AVX-512) and on CUDA, compiled there when this
PyTorch can; float32 with channels first elsewhere, which is faster there.
Writes <out>/checkpoint.pt (weights, optimiser, running average, best so far) and <out>/curve.csv.
"""
import argparse
import copy
import csv
import os
import pathlib
import time

import numpy as np
import torch
from torch.utils.data import DataLoader

from loss import mask_loss
from mixing import Mixer
from network import BINS, HOP, STEMS, Network
from spectra import transform


def multiplies_bf16():
    info = pathlib.Path('/proc/cpuinfo')
    return info.exists() and any(flag in info.read_text() for flag in ('amx_bf16', 'avx512_bf16'))


def tone(batch, device):
    """A random smooth equaliser curve for each stem of each song, as factors [batch, stems, 1, BINS, 1]."""
    knots = torch.randn(batch, len(STEMS), 10) * torch.rand(batch, len(STEMS), 1) * 4
    place = torch.log2(torch.arange(BINS) + 2.0) / np.log2(BINS + 2) * 9
    low = place.floor().long().clamp(max=8)
    curve = knots[..., low] * (1 - (place - low)) + knots[..., low + 1] * (place - low)
    gains = 10 ** (curve / 20)
    # Some songs end at 9 to 16 kHz, as they do after lossy coding.
    end = torch.where(torch.rand(batch, 1, 1) < .2, torch.rand(batch, 1, 1) * 650 + 830, torch.full((1, 1, 1), 2. * BINS))
    return (gains * (torch.arange(BINS) < end))[:, :, None, :, None].to(device)


def prepared(waves, device, augment, layout=torch.contiguous_format):
    with torch.no_grad():
        stems = transform(waves.to(device, non_blocking=True))[:, :, :, :BINS]
        if augment:
            stems = stems * tone(len(stems), device)
        magnitude = stems.sum(1).abs()
        magnitude = magnitude / (magnitude.mean((1, 2, 3), keepdim=True) + 1e-5)
    return stems, magnitude.contiguous(memory_format=layout)


def validation_mixes(pool, songs=24, frames=215):
    mixer = iter(Mixer(pool, frames * HOP, 99))
    return [torch.from_numpy(next(mixer)) for _ in range(songs)]


def validate(network, songs, device):
    """Mean over songs of the SDR of every stem in the spectral domain, in dB; stems absent from a song do not count."""
    network.eval()
    scores = [[] for _ in STEMS]
    with torch.no_grad():
        for waves in songs:
            stems, magnitude = prepared(waves[None], device, False)
            logits = network.logits(magnitude)
            masks = torch.softmax(logits.float(), 1)
            error = (masks * stems.sum(1, keepdim=True) - stems).abs().square().sum((0, 2, 3, 4))
            power = stems.abs().square().sum((0, 2, 3, 4))
            for k in range(len(STEMS)):
                if power[k] > 1e-3 * power.sum():
                    scores[k].append(float(10 * torch.log10(power[k] / error[k])))
    network.train()
    return [float(np.mean(s)) if s else 0.0 for s in scores]


def start(options, device, layout):
    torch.manual_seed(options.seed)
    file = options.out / 'checkpoint.pt'
    source = file if file.exists() else options.init
    state = {'step': 0, 'seconds': 0.0, 'processor_seconds': 0.0, 'best_score': -99.0}
    network = Network(options.channels)
    if source:
        saved = torch.load(source, map_location='cpu')
        network = Network(saved['channels'])
        network.load_state_dict(saved.get('weights', saved['best']))
        state |= {k: saved[k] for k in ('step', 'seconds', 'processor_seconds', 'best_score', 'best', 'average', 'optimiser') if k in saved}
    network = network.to(device, memory_format=layout)
    average = copy.deepcopy(network)
    if 'average' in state:
        average.load_state_dict(state['average'])
    optimiser = torch.optim.AdamW(network.parameters(), options.rate, betas=(.9, .98), weight_decay=.01)
    if 'optimiser' in state:
        optimiser.load_state_dict(state.pop('optimiser'))
    return network, average, optimiser, state


def save(options, network, average, optimiser, state):
    part = options.out / 'checkpoint.part'
    torch.save(state | {'channels': network.channels, 'weights': network.state_dict(), 'average': average.state_dict(),
                        'optimiser': optimiser.state_dict()}, part)
    os.replace(part, options.out / 'checkpoint.pt')


def train(options):
    device = torch.device('cuda' if torch.cuda.is_available() and not options.cpu else 'cpu')
    torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    bf16 = options.precision == 'bf16' or (options.precision == 'auto' and (device.type == 'cuda' or multiplies_bf16()))
    layout = torch.channels_last if bf16 else torch.contiguous_format
    network, average, optimiser, state = start(options, device, layout)
    step_of = torch.compile(network.logits) if device.type == 'cuda' and hasattr(torch, 'compile') else network.logits
    samples = (options.frames - 1) * HOP
    songs = validation_mixes(options.valid, options.valid_songs, options.valid_frames) if options.valid else []
    workers = options.workers
    sets = Mixer(options.pool, samples, options.seed + state['step'])
    loader = DataLoader(sets, options.batch, num_workers=workers, prefetch_factor=4 if workers else 2, worker_init_fn=reseed)
    began, stop = time.time(), time.time() + options.minutes * 60
    saved_at, checked_at, mean = began, began, None
    offset, used, first = state['seconds'], state['processor_seconds'] - time.process_time(), state['step']
    for waves in loader:
        left = stop - time.time()
        if left <= 0 or state['step'] - first >= options.steps:
            break
        for group in optimiser.param_groups:
            group['lr'] = options.rate * min(1, (state['step'] - first + 1) / options.warm_steps, max(.02, left / (options.decay_minutes * 60)))
        stems, magnitude = prepared(waves, device, True, layout)
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=bf16):
            logits = step_of(magnitude)
        loss = mask_loss(logits, stems)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        if torch.isfinite(norm):
            optimiser.step()
        state['step'] += 1
        with torch.no_grad():
            keep = min(options.keep, 1 - 1 / (state['step'] - first + 2))
            for a, b in zip(average.state_dict().values(), network.state_dict().values()):
                a.lerp_(b, 1 - keep)
        mean = float(loss) if mean is None else .98 * mean + .02 * float(loss)
        state['seconds'], state['processor_seconds'] = offset + time.time() - began, used + time.process_time()
        if state['step'] % 10 == 0:
            print(state['step'], round(time.time() - began), round(mean, 4), round(float(norm), 2), flush=True)
        if songs and (time.time() - checked_at > options.check_minutes * 60):
            check(options, average, songs, device, state, mean)
            checked_at = time.time()
        if time.time() - saved_at > 120:
            save(options, network, average, optimiser, state)
            saved_at = time.time()
    if songs:
        check(options, average, songs, device, state, mean or 0)
    else:
        state['best'] = {k: v.clone() for k, v in average.state_dict().items()}
    save(options, network, average, optimiser, state)


def reseed(worker):
    torch.utils.data.get_worker_info().dataset.seed += 7919 * (worker + 1)


def check(options, average, songs, device, state, loss):
    scores = validate(average, songs, device)
    if np.mean(scores) > state['best_score']:
        state['best_score'] = float(np.mean(scores))
        state['best'] = {k: v.clone() for k, v in average.state_dict().items()}
    curve = options.out / 'curve.csv'
    fresh = not curve.exists()
    with open(curve, 'a', newline='') as file:
        rows = csv.writer(file)
        if fresh:
            rows.writerow(['step', 'minutes', 'processor_minutes', 'loss', *STEMS, 'mean'])
        rows.writerow([state['step'], round(state['seconds'] / 60, 1), round(state['processor_seconds'] / 60, 1), round(loss, 4), *[round(s, 2) for s in scores], round(float(np.mean(scores)), 2)])
    print('validation', [round(s, 2) for s in scores], 'mean', round(float(np.mean(scores)), 2), flush=True)


def arguments(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--pool', required=True)
    parser.add_argument('--valid', default=None)
    parser.add_argument('--out', type=pathlib.Path, required=True)
    parser.add_argument('--init', default=None, help='weights to start from (widen.py writes such a file)')
    parser.add_argument('--channels', type=int, default=32)
    parser.add_argument('--minutes', type=float, default=60)
    parser.add_argument('--steps', type=int, default=10 ** 9)
    parser.add_argument('--decay-minutes', type=float, default=25, help='the rate falls to zero over the last so many minutes')
    parser.add_argument('--rate', type=float, default=1e-3)
    parser.add_argument('--warm-steps', type=int, default=50, help='steps over which the rate rises at the start')
    parser.add_argument('--keep', type=float, default=.995, help='share of the running average kept at each step')
    parser.add_argument('--batch', type=int, default=4)
    parser.add_argument('--frames', type=int, default=192)
    parser.add_argument('--threads', type=int, default=1)
    parser.add_argument('--workers', type=int, default=1)
    parser.add_argument('--precision', choices=('auto', 'bf16', 'fp32'), default='auto')
    parser.add_argument('--check-minutes', type=float, default=8)
    parser.add_argument('--valid-songs', type=int, default=24)
    parser.add_argument('--valid-frames', type=int, default=215)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--cpu', action='store_true')
    return parser.parse_args(argv)


if __name__ == '__main__':
    train(arguments())
