// A setlist's link that leads nowhere any more.
import { PageShell } from '../../../_ui/page-shell.tsx';
import { DeadLink } from '../../_room/dead-link.tsx';

export default function SetlistNotFound() {
  return (
    <PageShell>
      <DeadLink what="setlist" />
    </PageShell>
  );
}
