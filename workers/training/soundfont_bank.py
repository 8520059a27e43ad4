"""Renders every useful program of the installed soundfonts once, every third semitone, as mono one-shots.

One fluidsynth run per soundfont plays all notes one after the other; the result is cut into one .npz per program.
The composing generator plays these files, so that nothing later needs a synthesiser (also not on a GPU machine).
"""
import argparse
import pathlib
import struct
import subprocess
import tempfile

import numpy as np
import soundfile as sf

FONTS = {
    'fluid': '/usr/share/sounds/sf2/FluidR3_GM.sf2',
    'musescore': '/usr/share/sounds/sf3/MuseScore_General.sf3',
    'timgm': '/usr/share/sounds/sf2/TimGM6mb.sf2',
}
# General MIDI programs by stem. Choirs, timpani, percussion and sound effects are left out: their stem is a matter of taste.
PROGRAMS = {
    'bass': list(range(32, 40)),
    'guitar': list(range(24, 31)),
    'piano': list(range(0, 8)),
    'other': [*range(8, 24), *range(40, 47), *range(48, 52), *range(55, 80), 80, 81, 82, 83, 84, 86, 87, 88, 89, 90, 92, 93, 94,
              95, 96, 98, 99, 100, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 114],
}
PITCHES = {'bass': range(24, 61, 3), 'guitar': range(37, 89, 3), 'piano': range(30, 97, 3), 'other': range(36, 94, 3)}
KITS = [0, 8, 16, 24, 25, 26, 32, 40]
PIECES = range(35, 82)
RATE = 44100
HOLD, SLOT = 2.2, 3.0
TICKS_PER_SECOND = 480


def variable_length(value):
    out = [value & 127]
    while value := value >> 7:
        out.append((value & 127) | 128)
    return bytes(reversed(out))


def midi_file(events):
    """Format 0 file at 60 beats a minute, so that one tick is 1/480 s. events: (seconds, bytes), in order."""
    data, last = b'\x00\xff\x51\x03\x0f\x42\x40', 0
    for seconds, message in events:
        tick = round(seconds * TICKS_PER_SECOND)
        data += variable_length(tick - last) + message
        last = tick
    data += b'\x00\xff\x2f\x00'
    return b'MThd' + struct.pack('>IHHH', 6, 0, 1, TICKS_PER_SECOND) + b'MTrk' + struct.pack('>I', len(data)) + data


def plan():
    """Yields (stem, name, program, channel, pitches) in the order in which they are played."""
    for stem, programs in PROGRAMS.items():
        for program in programs:
            yield stem, f'{stem}_{program:03d}', program, 0, list(PITCHES[stem])
    for kit in KITS:
        yield 'drums', f'drums_{kit:03d}', kit, 9, list(PIECES)


def events():
    at, out = 0.0, []
    for _, _, program, channel, pitches in plan():
        out.append((at, bytes([0xC0 | channel, program])))
        for pitch in pitches:
            out.append((at + 0.02, bytes([0x90 | channel, pitch, 104])))
            out.append((at + HOLD, bytes([0x80 | channel, pitch, 0])))
            at += SLOT
    return out


def render(font, folder):
    with tempfile.TemporaryDirectory(dir=folder) as work:
        midi, wav = pathlib.Path(work, 'all.mid'), pathlib.Path(work, 'all.wav')
        midi.write_bytes(midi_file(events()))
        command = ['fluidsynth', '-ni', '-q', '-F', wav, '-r', str(RATE), '-T', 'wav', '-O', 's16', '-g', '0.6', '-R', '0', '-C', '0',
                   FONTS[font], midi]
        subprocess.run(command, check=True, timeout=3600, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with sf.SoundFile(wav) as sound:
            for stem, name, _, _, pitches in plan():
                notes = {}
                for pitch in pitches:
                    x = sound.read(round(SLOT * RATE), dtype='float32', always_2d=True).mean(1)[round(0.02 * RATE):]
                    loud = np.flatnonzero(np.abs(x) > 3e-4)
                    if len(loud) and np.abs(x).max() > 0.004:
                        notes[str(pitch)] = (x[:loud[-1] + 1] / np.abs(x).max() * 32000).astype(np.int16)
                if notes:
                    np.savez(pathlib.Path(folder, f'{name}_{font}.npz'), **notes)


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--out', required=True)
    parser.add_argument('--fonts', nargs='*', default=list(FONTS))
    options = parser.parse_args()
    pathlib.Path(options.out).mkdir(parents=True, exist_ok=True)
    for font in options.fonts:
        render(font, options.out)
        print(font, len(list(pathlib.Path(options.out).glob(f'*_{font}.npz'))), 'programs', flush=True)
