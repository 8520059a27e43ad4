// Why a song failed, each with a sentence a musician understands and can act on.
import { z } from 'zod';

const failureReasons = [
  'limit_reached',
  'plan_required',
  'rate_limited',
  'fetch_failed',
  'url_not_public',
  'unsupported_audio',
  'file_too_large',
  'audio_too_long',
  'audio_too_short',
  'separation_failed',
  'interrupted',
  'cancelled',
] as const;
export const failureReason = z.enum(failureReasons);
export type FailureReason = z.infer<typeof failureReason>;

export const failureSentences: Readonly<Record<FailureReason, string>> = {
  limit_reached:
    'Your splits for this month are used up and no credit is left. Wait for next month or get credits.',
  plan_required: 'Full Separation needs Pro or one credit. Choose another model, or get Pro or a credit.',
  rate_limited: 'Ten songs were submitted within an hour. Try this song again a little later.',
  fetch_failed: 'The link could not be downloaded. Check that it opens in a private window, then try again.',
  url_not_public: 'The link is not public. Share it with “anyone with the link” and try again.',
  unsupported_audio: 'This is not audio that can be read. Send MP3, WAV, FLAC, OGG, M4A, AAC or WMA.',
  file_too_large: 'The file is larger than 200 MB. Send a shorter or compressed version.',
  audio_too_long: 'The song is longer than allowed. Cut it into shorter pieces.',
  audio_too_short: 'The song is shorter than one second. Send a longer one.',
  separation_failed: 'The song could not be separated. It was not charged; try again, or send another file.',
  interrupted: 'The work was interrupted several times. The song was not charged; please try again.',
  cancelled: 'The song was cancelled before it started. It was not charged.',
};
