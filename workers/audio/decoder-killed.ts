// The decoder was killed from outside: the song may be fine, and reading it again may do.

export class DecoderKilled extends Error {
  constructor() {
    super('The decoder was killed before it had read the song.');
    this.name = 'DecoderKilled';
  }
}
