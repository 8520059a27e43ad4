// Wakes songs that wait for a worker when one has room again, so that nobody has to ask a full worker in vain.
import type { Services } from '../context.ts';
import { nextToWork } from '../splits/waiting-songs.ts';

const toldAtOnce = 32;

/** An event that is lost costs a pause: the song asks by itself after a while, and the next end tells again. */
export const tellRoom = async (services: Services): Promise<number> => {
  const next = await nextToWork(services, toldAtOnce);
  if (next.length === 0) return 0;
  await services.queue.send(
    next.map(({ splitId, generation }) => ({
      name: 'split/room' as const,
      data: { split_id: splitId, generation },
    })),
  );
  return next.length;
};

/** For requests: the answer does not wait for the queue. */
export const tellRoomSoon = (services: Services): void => {
  tellRoom(services).catch((error: unknown) => {
    services.log.warn('room_not_told', { error });
  });
};
