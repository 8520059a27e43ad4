// Output frames that survive the trip through seconds. Web Audio takes times in seconds and multiplies them by the rate
// again; Chromium copies samples when the product is the frame or a hair above, and interpolates when it is a hair below.
export function startSecondsOf(frame: number, rate: number): number {
  let seconds = frame / rate;
  for (let nudge = 0; nudge < 4 && seconds * rate < frame; nudge += 1) seconds *= 1 + Number.EPSILON;
  return seconds;
}
