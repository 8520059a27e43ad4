// Moving a song by mouse or finger: the row follows the pointer, the others make room.
'use client';
import { type PointerEvent, type RefObject, useState } from 'react';
import { placeAt } from './move-song.ts';

interface Drag {
  from: number;
  at: number;
  pointerId: number;
  startY: number;
  /** How far the row is from its place. */
  offset: number;
  middles: readonly number[];
  height: number;
}

/** How far a row stands off its place while another one is dragged. */
const shiftOf = ({ from, at, offset, height }: Drag, index: number): number => {
  if (index === from) return offset;
  if (index > from && index <= at) return -height;
  if (index < from && index >= at) return height;
  return 0;
};

export const useDragMove = (
  list: RefObject<HTMLOListElement | null>,
  onMove: (from: number, to: number) => void,
) => {
  const [drag, setDrag] = useState<Drag | null>(null);

  const onPointerDown = (index: number) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !list.current) return;
    const boxes = [...list.current.children].map((row) => row.getBoundingClientRect());
    const own = boxes[index];
    if (!own) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({
      from: index,
      at: index,
      pointerId: event.pointerId,
      startY: event.clientY,
      offset: 0,
      middles: boxes.map((box) => box.top + box.height / 2),
      height: own.height,
    });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag?.pointerId !== event.pointerId) return;
    const offset = event.clientY - drag.startY;
    const at = placeAt(drag.middles, drag.from, (drag.middles[drag.from] ?? 0) + offset);
    setDrag({ ...drag, offset, at });
  };
  const end = (event: PointerEvent) => {
    if (drag?.pointerId !== event.pointerId) return;
    setDrag(null);
    if (event.type === 'pointerup' && drag.at !== drag.from) onMove(drag.from, drag.at);
  };
  return {
    dragged: drag?.from ?? null,
    shift: (index: number) => (drag ? shiftOf(drag, index) : 0),
    handlers: { onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end },
  };
};
