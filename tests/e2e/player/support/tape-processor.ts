// The audio worklet behind the tape, as the text the test server serves.
export const tapeProcessor = `
registerProcessor('tape', class extends AudioWorkletProcessor {
  left = new Float32Array(4096);
  right = new Float32Array(4096);
  filled = 0;
  first = 0;
  process([input]) {
    if (this.filled === 0) this.first = currentFrame;
    const silence = new Float32Array(128);
    this.left.set(input[0] ?? silence, this.filled);
    this.right.set(input[1] ?? input[0] ?? silence, this.filled);
    this.filled += 128;
    if (this.filled === 4096) {
      this.port.postMessage({ first: this.first, left: this.left.slice(), right: this.right.slice() });
      this.filled = 0;
    }
    return true;
  }
});
`;
