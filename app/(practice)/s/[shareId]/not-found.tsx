// A song's link that leads nowhere any more.
import { PageShell } from '../../../_ui/page-shell.tsx';
import { DeadLink } from '../../_room/dead-link.tsx';

export default function SongNotFound() {
  return (
    <PageShell>
      <DeadLink what="song" />
    </PageShell>
  );
}
