// Which part of the song the waveforms show: the whole, or a window that is zoomed in and follows the music.
export interface WaveView {
  start: number;
  end: number;
}

const shortestWindowSeconds = 4;

export function wholeView(durationSeconds: number): WaveView {
  return { start: 0, end: durationSeconds };
}

/** Zooms by a factor around a place, which keeps its spot on the screen. */
export function zoomed(view: WaveView, factor: number, place: number, durationSeconds: number): WaveView {
  const length = view.end - view.start;
  const wanted = Math.min(
    durationSeconds,
    Math.max(Math.min(shortestWindowSeconds, durationSeconds), length / factor),
  );
  const anchor = Math.min(Math.max(place, view.start), view.end);
  const share = length > 0 ? (anchor - view.start) / length : 0;
  return movedTo({ start: 0, end: wanted }, anchor - share * wanted, durationSeconds);
}

/** The same window beginning elsewhere, kept inside the song. */
export function movedTo(view: WaveView, start: number, durationSeconds: number): WaveView {
  const length = view.end - view.start;
  const kept = Math.max(0, Math.min(start, durationSeconds - length));
  return { start: kept, end: kept + length };
}

/** Turns the page when the playhead has left the window; the same object while nothing changes. */
export function following(view: WaveView, place: number, durationSeconds: number): WaveView {
  const length = view.end - view.start;
  if (length >= durationSeconds - 0.01) return view;
  if (place >= view.start && place < view.end) return view;
  const turned = movedTo(view, place - length * 0.04, durationSeconds);
  return turned.start === view.start ? view : turned;
}

/** 0 to 1 across the window; outside it less or more. */
export function shareOf(view: WaveView, seconds: number): number {
  const length = view.end - view.start;
  return length > 0 ? (seconds - view.start) / length : 0;
}

const tickSteps = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600];

/** Times for the ruler, at most `most` of them, at round distances. */
export function ticksOf(view: WaveView, most: number): number[] {
  const step = tickSteps.find((size) => (view.end - view.start) / size <= most) ?? 1200;
  const first = Math.ceil(view.start / step) * step;
  const count = Math.max(0, Math.floor((view.end - first) / step + 1e-9) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}
