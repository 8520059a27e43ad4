// How loud a page's output is: a tap on whatever its audio contexts send to the loudspeaker.
import type { Page } from 'playwright-core';

type TappedWindow = { outputTaps: AnalyserNode[] };

/** To be called before the page is opened. */
export const tapOutput = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const taps: AnalyserNode[] = [];
    Object.assign(globalThis, { outputTaps: taps });
    const connect = Object.getOwnPropertyDescriptor(AudioNode.prototype, 'connect')?.value as (
      this: AudioNode,
      ...to: unknown[]
    ) => AudioNode;
    AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
      if (to[0] instanceof AudioDestinationNode && this.context instanceof AudioContext) {
        const tap = new AnalyserNode(this.context, { fftSize: 2048 });
        connect.call(this, tap);
        taps.push(tap);
      }
      return connect.apply(this, to);
    } as typeof AudioNode.prototype.connect;
  });
};

/** The highest sample just now, 0 to 1. */
export const outputLevel = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const samples = new Float32Array(2048);
    let highest = 0;
    for (const tap of (globalThis as unknown as TappedWindow).outputTaps) {
      tap.getFloatTimeDomainData(samples);
      for (const sample of samples) highest = Math.max(highest, Math.abs(sample));
    }
    return highest;
  });
