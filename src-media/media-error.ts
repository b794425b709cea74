/** Reason why the media engine failed. The jobs turn this closed set into messages for users. */
export type MediaErrorCode =
  /** The script has no letter or digit to speak. */
  | 'nothing_to_speak'
  /** This machine has no voice with the key. */
  | 'unknown_voice'
  /** The voice's program failed or produced no speech. */
  | 'speech_failed'
  /** The prompt names no sound effect that can be made. */
  | 'unknown_sound'
  /** The bytes are no readable image, movie or sound, or they are damaged. */
  | 'unreadable_media'
  /** The format is readable, but the content is too large to decode safely. */
  | 'media_too_large'
  /** The document needs a password. */
  | 'protected_document'
  /** A presentation in the binary format from before 2007, or one with a password. */
  | 'old_document'
  /** The encoder or the file system reported an error. */
  | 'encoding_failed'
  /** The worker thread ended or stopped answering. */
  | 'worker_lost'
  /** The engine is shutting down. */
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
