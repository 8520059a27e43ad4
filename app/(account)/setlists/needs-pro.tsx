// What somebody without Pro reads where setlists are made.
import { ButtonLink } from '../../_ui/button.tsx';
import { Notice } from '../../_ui/notice.tsx';

export const NeedsPro = () => (
  <Notice
    action={
      <ButtonLink href="/pricing" look="primary">
        See the plans
      </ButtonLink>
    }
  >
    Setlists are part of Pro. Links of setlists you already shared go on working, and you can delete them
    here.
  </Notice>
);
