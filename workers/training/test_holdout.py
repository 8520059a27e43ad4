"""python3 -m unittest test_holdout: the evaluation songs stay out. Standard library only."""
import pathlib
import re
import unittest

import holdout

HERE = pathlib.Path(__file__).parent


class HeldOut(unittest.TestCase):
    def test_evaluation_songs_are_refused_by_name_and_by_folder(self):
        for path in ('train/voices/lead/eif_caesium_vox.ogg', 'x/EIF_Francium.ogg', '/data/eval/song/vocals.flac', 'eval/a/b.flac', 'train/mdn_multitrack.ogg'):
            with self.assertRaises(ValueError, msg=path):
                holdout.refuse_held_out(path)
        self.assertEqual(holdout.refuse_held_out('train/voices/lead/eif_sodium_vox_lead.ogg'), 'train/voices/lead/eif_sodium_vox_lead.ogg')

    def test_nothing_trained_on_is_an_evaluation_file(self):
        trained = [line.split('  ', 1) for line in (HERE / 'trained_on.txt').read_text().splitlines()]
        self.assertGreater(len(trained), 1000)
        for digest, path in trained:
            holdout.refuse_held_out(path)
            self.assertNotIn(digest, {h[:len(digest)] for h in holdout.held_out_hashes()}, path)

    def test_sound_is_read_by_the_catalogue_alone(self):
        readers = {f.name for f in HERE.glob('*.py') if not f.name.startswith('test_') and re.search(r'sf\.read|SoundFile\(', f.read_text())}
        self.assertEqual(readers, {'catalogue.py', 'score.py', 'soundfont_bank.py'})

    def test_fixture_songs_are_known_as_held_out(self):
        for file in (HERE / '../../tests/fixtures/songs').glob('*/*.flac'):
            self.assertIn(holdout.sha256(file), holdout.held_out_hashes(), file)


if __name__ == '__main__':
    unittest.main()
