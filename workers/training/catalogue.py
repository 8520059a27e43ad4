"""The licence-clean recordings to learn from, as listed by index.json and voices.json of the data directory."""
import dataclasses
import functools
import json
import pathlib
import re

import numpy as np
import soundfile as sf

from holdout import refuse_held_out

RATE = 44100
# Kept out of training to choose the best checkpoint: one song's tracks, one group of singers, some speakers.
VALIDATION = ('eif_rubidium', 'producerspace_shv_fs', 'producerspace_dvs2', 'speech_emodb_cc0_spk1', 'muldjord_snare_', 'tr505')


@dataclasses.dataclass(frozen=True)
class Clip:
    path: str
    stem: str
    folder: str
    name: str
    note: int | None = None
    processed: bool = False


class Catalogue:
    def __init__(self, data, split):
        self.data, self.clips = pathlib.Path(data), []
        rows = [r for r in json.loads((self.data / 'index.json').read_text())['files'] if r['split'] == 'train']
        paths = {r['path']: r for r in rows} | {r['file']: r for r in json.loads((self.data / 'voices.json').read_text())}
        for path, row in paths.items():
            refuse_held_out(path)
            name = pathlib.Path(path).stem
            if any(v in name for v in VALIDATION) != (split == 'valid'):
                continue
            _, stem, folder = pathlib.Path(path).parts[:3]
            self.clips.append(Clip(path, 'vocals' if stem == 'voices' else stem, folder, name, row.get('note'), bool(row.get('heavilyProcessed'))))

    def where(self, stem, folder=None):
        return [c for c in self.clips if c.stem == stem and (folder is None or c.folder == folder)]

    def folders(self, stem):
        return sorted({c.folder for c in self.where(stem)})

    @functools.lru_cache(maxsize=400)
    def audio(self, clip):
        """Stereo float32 at 44.1 kHz."""
        x, rate = sf.read(self.data / clip.path, dtype='float32', always_2d=True)
        if rate != RATE:
            positions = np.arange(int(len(x) * RATE / rate)) * rate / RATE
            x = np.stack([np.interp(positions, np.arange(len(x)), c) for c in x.T], 1).astype(np.float32)
        return x if x.shape[1] == 2 else np.repeat(x, 2, 1)


def family(name):
    """Groups the layers and round robins of one drum: muldjord_snare_v1_r2 -> muldjord_snare."""
    return re.sub(r'(_v\d+)?(_r\d+)?$', '', name)
