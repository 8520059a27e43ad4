// One animation frame for everything that moves in the room: playhead, clock, meters.
type Painter = () => void;

const painters = new Set<Painter>();
let frame = 0;

function paint(): void {
  for (const painter of painters) painter();
  frame = painters.size > 0 ? requestAnimationFrame(paint) : 0;
}

/** Calls `painter` before every repaint until the answer is called. */
export function onFrame(painter: Painter): () => void {
  painters.add(painter);
  if (frame === 0) frame = requestAnimationFrame(paint);
  return () => void painters.delete(painter);
}
