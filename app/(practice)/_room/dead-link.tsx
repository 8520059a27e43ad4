// Where a link leads when what it opened has been deleted, or never was: kind, and with a way on.
import { ButtonLink } from '../../_ui/button.tsx';
import { EmptyState } from '../../_ui/empty-state.tsx';

export function DeadLink({ what }: { what: 'song' | 'setlist' }) {
  const action = (
    <ButtonLink href="/" look="primary">
      What Partbook is
    </ButtonLink>
  );
  return (
    <EmptyState title={`This ${what} has left the stand`} level={1} action={action}>
      <p>
        The link is no longer valid: the {what} was deleted, or the link was copied incompletely. Ask the
        person who sent it for a new one.
      </p>
    </EmptyState>
  );
}
