// The audio worklet behind the tape, as the text the test server serves. It counts its own blocks: Chromium leaves
// `currentFrame` at an older block while the page holds the lock of the graph. Never at a later one, so the greatest
// distance between the two is the true one.
export const tapeProcessor = `
registerProcessor('tape', class extends AudioWorkletProcessor {
  left = new Float32Array(4096);
  right = new Float32Array(4096);
  recorded = 0;
  origin = -1;
  process([input]) {
    this.origin = Math.max(this.origin, currentFrame - this.recorded);
    const at = this.recorded % 4096;
    const silence = new Float32Array(128);
    this.left.set(input[0] ?? silence, at);
    this.right.set(input[1] ?? input[0] ?? silence, at);
    this.recorded += 128;
    if (at + 128 === 4096)
      this.port.postMessage({ origin: this.origin, left: this.left.slice(), right: this.right.slice() });
    return true;
  }
});
`;
