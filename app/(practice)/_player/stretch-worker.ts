// Talks to public/stretch-worker.mjs: stretches an export block by block, outside any audio graph.
import type { Scope } from './scope.ts';

export interface StereoBlock {
  left: Float32Array<ArrayBuffer>;
  right: Float32Array<ArrayBuffer>;
}

type Answer = { latencyFrames: number } | StereoBlock | { error: string };

export class StretchWorker {
  readonly #worker: Worker;

  constructor(scope: Scope, url: string) {
    this.#worker = new Worker(url, { type: 'module' });
    scope.defer(() => this.#worker.terminate());
  }

  /** Answers with the frames to drop at the start and to push out at the end. */
  async begin(semitones: number): Promise<number> {
    const answer = await this.#ask({ semitones }, []);
    return 'latencyFrames' in answer ? answer.latencyFrames : 0;
  }

  async stretch(block: StereoBlock): Promise<StereoBlock> {
    const answer = await this.#ask(block, [block.left.buffer, block.right.buffer]);
    if (!('left' in answer)) throw new Error('The stretch worker gave no sound back');
    return answer;
  }

  #ask(message: unknown, transfer: Transferable[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if ('error' in data) reject(new Error(data.error));
        else resolve(data);
      };
      this.#worker.onerror = () =>
        reject(new Error('Speed and key need WebAssembly, which this browser refused.'));
      this.#worker.postMessage(message, transfer);
    });
  }
}
