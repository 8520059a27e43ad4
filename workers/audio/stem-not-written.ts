// A stem's files could not be written: the encoder died, the disk is full. An operator's error, never the song's fault.

export class StemNotWritten extends Error {
  constructor(what: string) {
    super(`A stem could not be written: ${what}`);
    this.name = 'StemNotWritten';
  }
}
