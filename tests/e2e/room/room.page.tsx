// The page of the room's tests: the shared song of `/song.json` in the product's frame.
import { createRoot } from 'react-dom/client';
import { SongRoom } from '../../../app/(practice)/_room/song-room.tsx';
import '../../../app/_ui/base.css';
import { PageShell } from '../../../app/_ui/page-shell.tsx';
import { ToastProvider } from '../../../app/_ui/toast.tsx';
import type { SharedSong } from '../../../server/contract/share.ts';

const root = document.getElementById('root');
const song = (await (await fetch('/song.json')).json()) as SharedSong;
if (root) {
  createRoot(root).render(
    <ToastProvider>
      <PageShell width="full">
        <SongRoom song={song} stemNames={['vocals', 'drums', 'bass', 'guitar', 'piano', 'other']} />
      </PageShell>
    </ToastProvider>,
  );
}
