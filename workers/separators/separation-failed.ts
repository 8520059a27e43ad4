// A song could not be separated although it is sound: the model, its memory or its process failed.
export class SeparationFailed extends Error {
  override readonly name = 'SeparationFailed';
  readonly reason = 'separation_failed';
}

/** The inference process died under a song; another try may well succeed. */
export class InferenceCrashed extends Error {
  override readonly name = 'InferenceCrashed';
}
