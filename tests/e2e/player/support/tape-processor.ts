// The audio worklet behind the tape, as the text the test server serves.
export const tapeProcessor = `
registerProcessor('tape', class extends AudioWorkletProcessor {
  left = new Float32Array(4096);
  right = new Float32Array(4096);
  filled = 0;
  first = 0;
  process([input]) {
    if (this.filled > 0 && currentFrame !== this.first + this.filled) this.send();
    if (this.filled === 0) this.first = currentFrame;
    const silence = new Float32Array(128);
    this.left.set(input[0] ?? silence, this.filled);
    this.right.set(input[1] ?? input[0] ?? silence, this.filled);
    this.filled += 128;
    if (this.filled === 4096) this.send();
    return true;
  }
  send() {
    const { first, filled } = this;
    this.port.postMessage({ first, left: this.left.slice(0, filled), right: this.right.slice(0, filled) });
    this.filled = 0;
  }
});
`;
