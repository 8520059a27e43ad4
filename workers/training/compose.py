"""Composes the parts of a random song: tempo, key, progression, then notes for each instrument and hits for the drums."""
import dataclasses

import numpy as np

MODES = ([0, 2, 4, 5, 7, 9, 11], [0, 2, 3, 5, 7, 8, 10], [0, 2, 3, 5, 7, 9, 10], [0, 2, 4, 5, 7, 9, 10])
PROGRESSIONS = ([0, 4, 5, 3], [0, 3, 4, 4], [5, 3, 0, 4], [0, 5, 3, 4], [0, 0, 3, 4], [1, 4, 0, 0], [0, 2, 3, 4], [0, 6, 5, 4],
                [0, 3, 0, 4], [5, 4, 3, 4], [0, 0, 0, 0], [0, 0, 5, 5], [0, 6, 3, 0], [3, 4, 5, 0], [0, 2, 5, 1])


@dataclasses.dataclass
class Note:
    start: float
    length: float
    pitch: float
    level: float


class Song:
    """Time and harmony shared by all parts of one song."""

    def __init__(self, rng, seconds):
        self.rng, self.seconds = rng, seconds
        self.style = str(rng.choice(['band', 'dance', 'trap'], p=[.6, .3, .1]))
        self.bpm = float(rng.uniform(112, 150) if self.style == 'dance' else np.clip(rng.normal(115, 26), 60, 180))
        # One side-chain for the whole song: how deep every kick ducks the rest, and how fast it comes back.
        self.pump = (rng.uniform(.4, .95), rng.uniform(3, 9)) if self.style == 'dance' and rng.random() < .6 else None
        self.key = int(rng.integers(12))
        self.mode = MODES[rng.integers(len(MODES))]
        self.progression = PROGRESSIONS[rng.integers(len(PROGRESSIONS))]
        self.beat = 60 / self.bpm
        machine = self.style != 'band'
        self.swing = rng.uniform(0.05, 0.33) if not machine and rng.random() < 0.25 else 0.0
        self.looseness = 0.0 if machine else rng.choice([0.0, 0.004, 0.010])
        self.bars = int(np.ceil(seconds / (4 * self.beat)))

    def degree(self, d):
        return self.key + self.mode[d % 7] + 12 * (d // 7)

    def chord(self, bar, size=3):
        root = self.progression[bar % len(self.progression)]
        return [self.degree(root + 2 * k) for k in range(size)]

    def time(self, bar, sixteenth):
        late = self.swing * 0.5 * self.beat / 2 if int(sixteenth) % 4 == 2 else 0.0
        return max(0.0, (bar * 4 + sixteenth / 4) * self.beat + late + self.rng.normal(0, 1) * self.looseness)

    def rests(self):
        """Bars in which a part keeps silent: most parts pause now and then."""
        silent = np.zeros(self.bars, bool)
        if self.rng.random() < 0.4:
            first, length = self.rng.integers(self.bars), self.rng.integers(1, 5)
            silent[first:first + length] = True
        return silent


def fold(pitch, low, high):
    while pitch < low:
        pitch += 12
    while pitch > high:
        pitch -= 12
    return pitch


def bass_line(song):
    rng, notes = song.rng, []
    choices = {'band': range(6), 'dance': (2, 4, 5, 6, 7, 7), 'trap': (1, 2, 4)}[song.style]
    style, silent, staccato = rng.choice(choices), song.rests(), rng.uniform(0.5, 1.0)
    low = rng.integers(26, 33)
    figure = [(int(k), rng.choice([0, 0, 0, 7, 12, 5, 3])) for k in range(16) if rng.random() < 0.4 or k == 0]
    for bar in np.flatnonzero(~silent):
        chord = song.chord(bar)
        root = fold(chord[0], low, low + 11)
        if style == 0:
            hits = [(k, root + (12 if rng.random() < 0.08 else 0), 2) for k in range(0, 16, 2)]
        elif style == 1:
            hits = [(k, root + rng.choice([0, 0, 0, 7, 12]), 4) for k in (0, 6, 8, 12)]
        elif style == 2:
            hits = [(0, root, 16)]
        elif style == 3:
            hits = [(k, fold(song.degree(song.progression[bar % len(song.progression)] + rng.choice([0, 2, 4, 1, 5])), low, low + 14), 4)
                    for k in (0, 4, 8, 12)]
        elif style == 4:
            hits = [(k, root + step, 2) for k, step in figure]
        elif style == 6:
            hits = [(k, root, 2) for k in (2, 6, 10, 14)]
        elif style == 7:
            hits = [(k, root, 1) for k in range(16) if k % 4]
        else:
            hits = [(k, root + (12 if k % 4 == 2 else 0), 2) for k in range(2 if rng.random() < 0.5 else 0, 16, 2)]
        notes += [Note(song.time(bar, k), n / 4 * song.beat * staccato, p, rng.uniform(0.6, 1)) for k, p, n in hits]
    return notes


def chords(song, low, high, strummed):
    """Held, struck, syncopated or chopped chords; strings of a strummed chord follow each other in 5 to 25 ms."""
    rng, notes = song.rng, []
    rhythm = [range(0, 16, 16), range(0, 16, 2), (0, 3, 6, 8, 11, 14), range(0, 16, 4), (2, 6, 10, 14), (0, 6, 12),
              [k for k in range(16) if rng.random() < 0.6]][rng.integers(7)]
    rhythm = list(rhythm) or [0]
    gaps = np.diff([*rhythm, 16 + rhythm[0]])
    size, hold = int(rng.choice([3, 3, 3, 4, 4, 5])), rng.uniform(0.35, 1.05)
    lag = rng.uniform(0.005, 0.025) if strummed else rng.uniform(0, 0.006)
    silent, bass_note, bottom = song.rests(), rng.random() < 0.5, rng.integers(low, low + 13)
    for bar in np.flatnonzero(~silent):
        pitches = sorted({fold(p, bottom, min(high, bottom + 18)) for p in song.chord(bar, size)})
        if strummed:
            pitches = sorted({*pitches, *[p + 12 for p in pitches if p + 12 <= high][:6 - len(pitches)]})
        if bass_note:
            pitches = [fold(song.chord(bar)[0], low - 5, low + 7), *pitches]
        for k, gap in zip(rhythm, gaps):
            if rng.random() < 0.08:
                continue
            down, level = (k // 2) % 2 == 0, rng.uniform(0.5, 1)
            for j, pitch in enumerate(pitches if down else pitches[::-1]):
                notes.append(Note(song.time(bar, k) + j * lag, gap / 4 * song.beat * hold, pitch, level * rng.uniform(0.8, 1)))
    return notes


def arpeggio(song, low, high):
    rng, notes = song.rng, []
    step, ring, bottom = rng.choice([1, 2, 2]), rng.uniform(0.6, 3.5), rng.integers(low, low + 13)
    order, silent = rng.permutation(6), song.rests()
    for bar in np.flatnonzero(~silent):
        pitches = sorted({fold(p, bottom, bottom + 12) for p in song.chord(bar, 4)})
        pitches = [p for p in [*pitches, *[p + 12 for p in pitches]] if p <= high] or [bottom]
        for k in range(0, 16, step):
            pitch = pitches[order[(k // step) % 6] % len(pitches)]
            notes.append(Note(song.time(bar, k), step / 4 * song.beat * ring, pitch, rng.uniform(0.5, 1)))
    return notes


def melody(song, low, high):
    rng, notes, silent = song.rng, [], song.rests()
    d, centre, fast = 7, rng.integers(low, max(low + 1, high - 19)), rng.random() < 0.3
    lengths = [1, 1, 2, 2, 3] if fast else [2, 2, 2, 4, 4, 6, 8]
    for bar in np.flatnonzero(~silent):
        k = int(rng.choice([0, 0, 2]))
        while k < 16:
            length = int(rng.choice(lengths))
            d = int(np.clip(d + rng.integers(-3, 4), 0, 13))
            if rng.random() < 0.85:
                pitch = fold(song.degree(d), centre, high)
                notes.append(Note(song.time(bar, k), length / 4 * song.beat * rng.uniform(0.6, 1.05), pitch, rng.uniform(0.6, 1)))
            k += length
    return notes


def riff(song, low):
    """Power chords, palm-muted or ringing, as electric guitars play them."""
    rng, notes, silent = song.rng, [], song.rests()
    pattern = [k for k in range(0, 16, int(rng.choice([1, 2, 2, 4]))) if rng.random() < 0.8] or [0]
    muted, steps = rng.random(16) < rng.choice([0, 0.5, 0.9]), rng.choice([0, 0, 0, 0, 3, 5, 7], 16)
    for bar in np.flatnonzero(~silent):
        root = fold(song.chord(bar)[0], low, low + 11)
        for k, gap in zip(pattern, np.diff([*pattern, 16])):
            length = gap / 4 * song.beat * (0.35 if muted[k] else 0.97)
            for interval in (0, 7, 12):
                notes.append(Note(song.time(bar, k) + interval * 0.0006, length, root + steps[k] + interval, rng.uniform(0.75, 1)))
    return notes


def pitched_part(song, stem):
    """Notes for one instrument of a stem, in the register where it usually plays."""
    rng = song.rng
    if stem == 'bass':
        return bass_line(song)
    low, high = {'guitar': (40, 84), 'piano': (43, 90), 'other': (48, 90)}[stem]
    kind = rng.choice(['chords', 'chords', 'arpeggio', 'melody'] if stem != 'other' else ['chords', 'arpeggio', 'melody', 'melody'])
    if kind == 'chords':
        return chords(song, low, high, stem == 'guitar')
    return arpeggio(song, low, high) if kind == 'arpeggio' else melody(song, low, high)


def drum_part(song):
    """Hits as (seconds, piece, level): a groove of kick, snare and cymbals, ghost notes, fills at the end of phrases."""
    rng, hits, silent = song.rng, [], song.rests()
    four = rng.random() < {'band': .2, 'dance': .92, 'trap': 0}[song.style]
    kick = np.array([k % 4 == 0 for k in range(16)]) if four else rng.random(16) < np.array(
        [.95, .05, .15, .2, .3, .05, .3, .2, .7, .05, .4, .15, .2, .05, .2, .1])
    half, ghost = song.style == 'trap' or rng.random() < 0.15, rng.uniform(0, 0.15) * (song.style == 'band')
    back = {8} if half else {4, 12}
    every, cymbal = int(rng.choice([1, 2, 2, 2, 4])), rng.choice(['hihat_closed', 'hihat_closed', 'hihat_closed', 'ride', 'hihat_open', 'percussion'])
    shaker, backbeat = rng.random() < 0.25, rng.choice(['snare', 'snare', 'snare', 'clap'] if song.style == 'band' else ['snare', 'clap', 'clap'])
    offbeat, rolls = four and rng.random() < .6, song.style == 'trap'
    dynamics = rng.uniform(0.1, 0.6)
    for bar in np.flatnonzero(~silent):
        fill = bar % 4 == 3 and rng.random() < 0.5
        for k in range(16):
            def hit(piece, level):
                hits.append((song.time(bar, k), piece, level * rng.uniform(1 - dynamics, 1)))
            if fill and k >= 12:
                hit(rng.choice(['tom', 'tom', 'snare', 'kick']), 1)
                continue
            if kick[k]:
                hit('kick', 1)
            if k in back:
                hit(backbeat, 1)
            elif rng.random() < ghost:
                hit('snare', 0.25)
            if k % every == 0:
                hit('hihat_open' if cymbal == 'hihat_closed' and k % 8 == 6 and rng.random() < 0.3 else cymbal, 0.7 if k % 4 else 0.9)
            if shaker and rng.random() < 0.8:
                hit('percussion', 0.3)
            if offbeat and k % 4 == 2:
                hit('hihat_open', 0.8)
            if rolls and rng.random() < .12:
                hits += [(song.time(bar, k + j / 3), 'hihat_closed', .6) for j in range(3)]
        if bar % 4 == 0 and rng.random() < 0.6:
            hits.append((song.time(bar, 0), 'crash', rng.uniform(0.6, 1)))
    return hits
