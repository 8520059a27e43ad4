"""Playable instruments: soundfont one-shots, recorded one-shots, invented synthesisers, and drum kits of any of these."""
import pathlib

import numpy as np

from catalogue import family
from drum_machine import invented_kit, long_bass

RATE = 44100
GM_PIECES = {'kick': [35, 36], 'snare': [38, 40], 'clap': [39], 'hihat_closed': [42, 44], 'hihat_open': [46], 'tom': [41, 43, 45, 47, 48, 50],
             'crash': [49, 57, 52, 55], 'ride': [51, 59, 53], 'percussion': [54, 56, 37, 60, 61, 62, 63, 64, 69, 70, 75, 76, 77, 80, 81]}
# Sounding half of the time as a rock or pop record would: electric guitars, pianos, strings, organs, brass, leads and pads.
LIKELY = {'other': [16, 17, 18, 48, 49, 50, 51, 40, 42, 56, 57, 61, 62, 63, 65, 66, 73, 80, 81, 87, 89, 90, 92, 94]}


def resampled(x, ratio):
    """Linear interpolation; ratio 2 sounds an octave higher."""
    if abs(ratio - 1) < 1e-4:
        return x
    position = np.arange(int((len(x) - 2) / ratio)) * ratio
    i = position.astype(np.int64)
    fraction = (position - i).astype(np.float32)
    if x.ndim == 2:
        fraction = fraction[:, None]
    return x[i] * (1 - fraction) + x[i + 1] * fraction


class Instrument:
    """One-shots by MIDI pitch (mono float32 lists); plays notes by transposing the nearest one."""

    def __init__(self, samples, rng, sustained=True):
        self.samples, self.rng, self.cache = samples, rng, {}
        self.pitches = np.array(sorted(samples))
        self.release = 10 ** rng.uniform(-1.6, -0.4) if sustained else 10 ** rng.uniform(-1.3, 0.2)
        self.spread = rng.choice([0, 0, rng.uniform(0, 0.8)])
        self.detune = rng.normal(0, 0.06)

    def voice(self, pitch):
        choice = self.rng.integers(3)
        if (pitch, choice) not in self.cache:
            near = self.pitches[np.abs(self.pitches - pitch).argmin()]
            sample = self.samples[near][self.rng.integers(len(self.samples[near]))]
            self.cache[pitch, choice] = resampled(sample, 2 ** ((pitch + self.detune - near) / 12))
        return self.cache[pitch, choice]

    def play(self, notes, n):
        out = np.zeros((n, 2), np.float32)
        fade_length = int(self.release * RATE)
        fade = np.exp(-np.arange(fade_length) / fade_length * 5).astype(np.float32)
        for note in notes:
            start, held = int(note.start * RATE), max(200, int(note.length * RATE))
            y = self.voice(note.pitch)[:held + fade_length][:max(0, n - start)]
            if len(y) == 0:
                continue
            y = y * np.float32(note.level ** 1.5)
            if len(y) > held:
                y[held:] *= fade[:len(y) - held]
            angle = (1 + np.clip((note.pitch - 60) / 30, -1, 1) * self.spread) * np.pi / 4
            out[start:start + len(y), 0] += y * np.float32(np.cos(angle))
            out[start:start + len(y), 1] += y * np.float32(np.sin(angle))
        return out


class Orchestra:
    """Draws instruments and drum kits at random from everything there is."""

    def __init__(self, catalogue, bank, rng, split):
        self.catalogue, self.rng = catalogue, rng
        fonts = sorted(pathlib.Path(bank).glob('*.npz'))
        # One soundfont program in twelve is never heard in training.
        keep = [f for i, f in enumerate(fonts) if (i % 12 == 7) == (split == 'valid')]
        self.fonts = {stem: [f for f in keep if f.name.startswith(stem + '_')] for stem in ('bass', 'guitar', 'piano', 'other', 'drums')}

    def recorded(self, stem):
        folders = [f for f in self.catalogue.folders(stem) if any(c.note is not None for c in self.catalogue.where(stem, f))]
        if not folders:
            return None
        folder = folders[self.rng.integers(len(folders))]
        samples = {}
        clips = [c for c in self.catalogue.where(stem, folder) if c.note is not None]
        if folder == 'sonicpi':
            clips = [clips[self.rng.integers(len(clips))]]
        for clip in clips:
            samples.setdefault(clip.note, []).append(self.catalogue.audio(clip).mean(1))
        return Instrument(samples, self.rng, folder in ('cello_sus', 'weresax_cnd', 'doublebass_arco', 'meatbass_arco'))

    def soundfont(self, stem):
        files = self.fonts[stem]
        if stem in LIKELY and self.rng.random() < 0.4:
            files = [f for f in files if int(f.name.split('_')[1]) in LIKELY[stem]] or files
        with np.load(files[self.rng.integers(len(files))]) as notes:
            return Instrument({int(p): [notes[p].astype(np.float32) / 32768] for p in notes.files}, self.rng)

    def synthesiser(self, stem):
        low, high = (24, 52) if stem == 'bass' else (45, 92)
        if stem == 'bass' and self.rng.random() < .3:
            seed = int(self.rng.integers(1 << 30))
            return Instrument({p: [long_bass(np.random.default_rng(seed), p)] for p in range(low, high, 5)}, self.rng)
        patch = random_patch(self.rng, stem)
        return Instrument({p: [synthesised(patch, p)] for p in range(low, high, 5)}, self.rng)

    def pitched(self, stem, machine=False):
        draw = self.rng.random()
        if machine and stem in ('bass', 'other') and self.rng.random() < .6:
            return self.synthesiser(stem)
        real, synth = {'bass': (.45, .75), 'guitar': (.5, .5), 'piano': (.45, .45), 'other': (.15, .55)}[stem]
        if draw < real:
            return self.recorded(stem) or self.soundfont(stem)
        return self.synthesiser(stem) if draw < synth else self.soundfont(stem)

    def kit(self, machine):
        """Hits by piece: each piece from one family of recordings, or the whole kit from one soundfont or invented drum machine."""
        rng, pieces = self.rng, {}
        if rng.random() < (.55 if machine else .12):
            return invented_kit(rng)
        with np.load(self.fonts['drums'][rng.integers(len(self.fonts['drums']))]) as notes:
            for piece, keys in GM_PIECES.items():
                there = [k for k in keys if str(k) in notes.files] or [int(notes.files[0])]
                chosen = there if piece == 'tom' else [there[rng.integers(len(there))]]
                pieces[piece] = [np.repeat(notes[str(k)][:, None], 2, 1).astype(np.float32) / 32768 for k in chosen]
        realness = rng.choice([0, 0.7, 1, 1])
        for piece in pieces:
            clips = self.catalogue.where('drums', piece)
            if clips and rng.random() < realness:
                chosen = family(clips[rng.integers(len(clips))].name)
                pieces[piece] = [self.catalogue.audio(c) for c in clips if family(c.name) == chosen]
        return pieces

    def play_kit(self, hits, n, machine=False):
        rng, kit, out = self.rng, self.kit(machine), np.zeros((n, 2), np.float32)
        size = np.exp(rng.normal(0, 0.08))
        spread = rng.choice([0, 0.5, 1])
        place = {piece: (1 + spread * rng.uniform(-0.6, 0.6) * (piece not in ('kick', 'snare'))) * np.pi / 4 for piece in kit}
        level = {piece: 10 ** (rng.normal({'kick': 0, 'snare': 0, 'clap': -2}.get(piece, -9), 3) / 20) for piece in kit}
        voices = {piece: [resampled(s, size * np.exp(rng.normal(0, 0.06))) for s in samples[:6]] for piece, samples in kit.items()}
        for seconds, piece, strength in hits:
            start = int(seconds * RATE)
            y = voices[piece][rng.integers(len(voices[piece]))][:max(0, n - start)]
            gain = np.float32(level[piece] * strength ** 1.5 * np.sqrt(2))
            out[start:start + len(y)] += y * gain * np.array([np.cos(place[piece]), np.sin(place[piece])], np.float32)
        return out


def random_patch(rng, stem):
    """Settings of an additive synthesiser: spectrum, unison, envelope, brightness movement, vibrato, noise."""
    shape = rng.choice(['saw', 'square', 'pulse', 'triangle', 'sine', 'random', 'fm'])
    plucked = rng.random() < 0.5
    return dict(shape=shape, duty=rng.uniform(0.1, 0.45), tilt=rng.uniform(0, 1.2), spectrum=rng.random(64) ** 3,
                unison=int(rng.choice([1, 1, 2, 3, 5] if stem == 'other' else [1, 1, 2])), detune=10 ** rng.uniform(-3.5, -2.1),
                attack=10 ** rng.uniform(-3, -2) if plucked else 10 ** rng.uniform(-2.7, -0.5), decay=rng.uniform(0.5, 6) if plucked else rng.uniform(0, 0.5),
                cutoff=10 ** rng.uniform(2.4, 4.2), sweep=rng.uniform(-2, 3) if rng.random() < 0.5 else 0.0, sweep_time=10 ** rng.uniform(-1.5, 0.2),
                vibrato=rng.choice([0, 0, 0.004]) * rng.random(), vibrato_rate=rng.uniform(3.5, 7), sub=rng.choice([0, 0, 0.7]), noise=rng.choice([0, 0, 0.01]),
                ratio=rng.choice([1, 1, 2, 3, 0.5, 1.41, 7]), index=rng.uniform(0.5, 6), seed=int(rng.integers(1 << 30)))


def synthesised(patch, pitch, seconds=2.4):
    rng, n = np.random.default_rng(patch['seed'] + pitch), int(seconds * RATE)
    t = np.arange(n, dtype=np.float32) / RATE
    hertz = 440 * 2 ** ((pitch - 69) / 12)
    wobble = patch['vibrato'] * np.sin(2 * np.pi * patch['vibrato_rate'] * t) * np.clip(t - 0.3, 0, 1)
    cutoff = patch['cutoff'] * 2 ** (patch['sweep'] * np.exp(-t / patch['sweep_time']))
    out = np.zeros(n, np.float32)
    for u in range(patch['unison']):
        base = (t + np.cumsum(wobble) / RATE) * hertz * (1 + patch['detune'] * (u - (patch['unison'] - 1) / 2)) * 2 * np.pi + rng.uniform(0, 6.28)
        if patch['shape'] == 'fm':
            out += np.sin(base + patch['index'] * np.exp(-t * patch['decay']) * np.sin(base * patch['ratio']))
            continue
        for k in range(1, int(min(48, 16000 / hertz)) + 1):
            weight = {'saw': 1 / k, 'square': (k % 2) / k, 'pulse': np.sin(np.pi * k * patch['duty']) / k, 'triangle': (k % 2) / k ** 2,
                      'sine': float(k == 1), 'random': patch['spectrum'][k] / k ** patch['tilt'] + (k == 1)}[patch['shape']]
            if abs(weight) > 1e-3:
                out += np.float32(weight) / (1 + (k * hertz / cutoff) ** 2).astype(np.float32) * np.sin(k * base + rng.uniform(0, 6.28)).astype(np.float32)
    out += patch['sub'] * np.sin(np.pi * hertz * t) + patch['noise'] * rng.normal(size=n)
    envelope = np.minimum(1, t / patch['attack']) * np.exp(-patch['decay'] * t)
    out = (out * envelope).astype(np.float32)
    return out / (np.abs(out).max() + 1e-6)
