"""Renders songs into the pool: for each song one int16 file per stem, all in the same tempo and key.

Runs in the background while training reads what is there; any number of processes with different seeds may share a pool.
"""
import argparse
import os
import pathlib
import time

import numpy as np

import effects
from catalogue import Catalogue
from compose import Song, arpeggio, chords, drum_part, melody, pitched_part, riff
from instruments import RATE, Orchestra, resampled
from singing import phrases, pitch_shifted, vocal_part

STEMS = ('vocals', 'drums', 'bass', 'guitar', 'piano', 'other')


def stretch_of(clip_audio, rng, n):
    """A recorded phrase or loop, repeated or cut to length, a little faster or slower."""
    x = resampled(clip_audio, float(np.clip(2 ** (rng.normal(0, 2) / 12), .8, 1.25)))
    return phrases(x, rng, n) if len(x) > 2 * n else np.resize(np.roll(x, -int(rng.integers(len(x))), 0), (n, 2))


def drums(song, orchestra, catalogue, rng, n):
    draw = rng.random()
    loops = catalogue.where('drums', 'loops')
    if draw < .3 and loops:
        x = stretch_of(catalogue.audio(loops[rng.integers(len(loops))]), rng, n)
        if rng.random() < .4:
            x = effects.normalised(x) + effects.normalised(stretch_of(catalogue.audio(loops[rng.integers(len(loops))]), rng, n), rng.uniform(.02, .1))
    else:
        x = orchestra.play_kit(drum_part(song), n, song.style != 'band')
    x = effects.chain(x, 'drums', rng, song.beat)
    if rng.random() < .25:
        x = x + effects.compressor(effects.compressor(x, rng), rng) * np.float32(rng.uniform(.3, 1.5))
    return x


def guitar(song, orchestra, rng, n):
    draw = rng.random()
    if draw < .45:
        notes = riff(song, 36 + rng.integers(0, 8)) if rng.random() < .6 else melody(song, 48, 86) if rng.random() < .5 else chords(song, 40, 72, True)
        takes = 2 if rng.random() < .4 else 1
        sound = [effects.amplifier(orchestra.pitched('guitar').play(notes, n), rng) for _ in range(takes)]
        if takes == 2:
            width = rng.uniform(.5, 1)
            left, right = (s.mean(1) for s in sound)
            sound = [np.stack([left + (1 - width) * right, right + (1 - width) * left], 1).astype(np.float32)]
        return effects.chain(sound[0], 'guitar', rng, song.beat)
    notes = chords(song, 40, 80, True) if draw < .75 else pitched_part(song, 'guitar')
    return effects.chain(orchestra.pitched('guitar').play(notes, n), 'guitar', rng, song.beat)


def other(song, orchestra, catalogue, rng, n):
    out = np.zeros((n, 2), np.float32)
    for _ in range(rng.choice([1, 2, 3], p=[.5, .35, .15])):
        clips = [c for f in ('phrases', 'phrases', 'fx', 'phrases_with_bass', 'electronic') for c in catalogue.where('other', f)]
        if rng.random() < .2 and clips:
            x = stretch_of(catalogue.audio(clips[rng.integers(len(clips))]), rng, n)
            if rng.random() < .3:
                x = pitch_shifted(x, rng.uniform(-5, 5))
        else:
            part = [pitched_part(song, 'other'), chords(song, 48, 84, False), arpeggio(song, 52, 90)][rng.integers(3)]
            x = orchestra.pitched('other', song.style != 'band').play(part, n)
        out += effects.normalised(effects.chain(x, 'other', rng, song.beat), 10 ** rng.uniform(-1.5, -1))
    return out


def plain(stem, song, orchestra, catalogue, rng, n):
    phrase = catalogue.where('bass', 'phrases')
    if stem == 'bass' and phrase and rng.random() < .06:
        x = stretch_of(catalogue.audio(phrase[rng.integers(len(phrase))]), rng, n)
    else:
        x = orchestra.pitched(stem, song.style != 'band').play(pitched_part(song, stem), n)
    return effects.chain(x, stem, rng, song.beat)


def part(stem, song, orchestra, catalogue, n):
    """One stem; where the song has a side-chain, its bass, pads and keys duck under the kick together."""
    x = sounded(stem, song, orchestra, catalogue, n)
    return effects.pumped(x, song.beat, *song.pump) if song.pump and stem in ('bass', 'piano', 'other') else x


def sounded(stem, song, orchestra, catalogue, n):
    rng = song.rng
    if stem == 'vocals':
        return vocal_part(catalogue, rng, n, song.beat)
    if stem == 'drums':
        return drums(song, orchestra, catalogue, rng, n)
    if stem == 'guitar':
        return guitar(song, orchestra, rng, n)
    if stem == 'other':
        return other(song, orchestra, catalogue, rng, n)
    return plain(stem, song, orchestra, catalogue, rng, n)


def save(x, path):
    peak = np.abs(x).max()
    if not np.isfinite(peak) or peak < 1e-4:
        return
    np.save(path.with_suffix('.part.npy'), (x / peak * 32000).astype(np.int16))
    os.replace(path.with_suffix('.part.npy'), path)


def render(options):
    rng = np.random.default_rng(options.seed)
    catalogue = Catalogue(options.data, options.split)
    orchestra = Orchestra(catalogue, options.bank, rng, options.split)
    out, n, end = pathlib.Path(options.out), int(options.seconds * RATE), time.time() + options.minutes * 60
    out.mkdir(parents=True, exist_ok=True)
    for k in range(options.songs):
        if time.time() > end:
            break
        song = Song(rng, options.seconds)
        spent = {}
        for stem in STEMS:
            began = time.process_time()
            save(part(stem, song, orchestra, catalogue, n), out / f'{stem}_{options.seed:04d}{k:05d}.npy')
            spent[stem] = round(time.process_time() - began, 1)
        if k % 20 == 0:
            print(k, spent, flush=True)


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--data', required=True)
    parser.add_argument('--bank', required=True, help='folder written by soundfont_bank.py')
    parser.add_argument('--out', required=True)
    parser.add_argument('--songs', type=int, default=1_000_000)
    parser.add_argument('--minutes', type=float, default=1e9)
    parser.add_argument('--seconds', type=float, default=16)
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--split', choices=('train', 'valid'), default='train')
    render(parser.parse_args())
