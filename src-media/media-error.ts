/** Why the media machinery could not do what it was asked; a closed set the jobs turn into words for people. */
export type MediaErrorCode =
  /** The script has no letter or digit to speak. */
  | 'nothing_to_speak'
  /** No voice has that key on this machine. */
  | 'unknown_voice'
  /** The voice's own program failed or said nothing. */
  | 'speech_failed'
  /** The bytes are no image, movie or sound we can read, or they are damaged. */
  | 'unreadable_media'
  /** Readable in principle, but larger than what is safe to decode. */
  | 'media_too_large'
  /** A document that only opens with a password. */
  | 'protected_document'
  /** A presentation in the binary form of before 2007, or one with a password. */
  | 'old_document'
  /** The encoder or the file system refused. */
  | 'encoding_failed'
  /** The thread that did the work ended or no longer answered. */
  | 'worker_lost'
  /** The engine is being shut down. */
  | 'disposed';

/** A failure of the media engine. Its message is English for logs; branch on `code`. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly code: MediaErrorCode;

  constructor(code: MediaErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
