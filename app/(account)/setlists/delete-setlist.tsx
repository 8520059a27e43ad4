// Asks before a setlist is deleted, and deletes it.
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SetlistWire } from '../../../server/contract/setlist.ts';
import { sentenceOfError } from '../../_trpc/shown-error.ts';
import { useTRPC } from '../../_trpc/trpc.ts';
import { Button } from '../../_ui/button.tsx';
import { Dialog } from '../../_ui/dialog.tsx';
import { Notice } from '../../_ui/notice.tsx';

interface DeleteSetlistProps {
  setlist: Pick<SetlistWire, 'id' | 'title'>;
  onClose: () => void;
  onDeleted?: () => void;
}

export const DeleteSetlist = ({ setlist, onClose, onDeleted }: DeleteSetlistProps) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.setlists.delete.mutationOptions({
      onSuccess: () => {
        onClose();
        onDeleted?.();
        return queryClient.invalidateQueries({ queryKey: trpc.setlists.list.pathKey() });
      },
    }),
  );
  const actions = (
    <>
      <Button onClick={onClose}>Keep it</Button>
      <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate({ id: setlist.id })}>
        Delete the setlist
      </Button>
    </>
  );
  return (
    <Dialog open title={`Delete “${setlist.title}”?`} onClose={onClose} actions={actions}>
      <p>Its link stops working for everybody you sent it to. The songs stay in your library.</p>
      {remove.isError && (
        <Notice tone="bad" alert>
          {sentenceOfError(remove.error)}
        </Notice>
      )}
    </Dialog>
  );
};
