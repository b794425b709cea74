/**
 * An unreadable timeline document: malformed, unsafe, or with content that the neutral timeline cannot represent.
 * Readers throw nothing else.
 */
export class TimelineParseError extends Error {
  override readonly name = 'TimelineParseError';
  /** The problem, as a whole sentence. */
  readonly problem: string;
  /** Place in the document, such as `<asset-clip name="a.mp4"> on line 12`; null for the whole document. */
  readonly place: string | null;

  constructor(problem: string, place: string | null = null) {
    super(place === null ? problem : `${place}: ${problem}`);
    this.problem = problem;
    this.place = place;
  }
}

/**
 * Runs a reader and converts RangeErrors of its arithmetic, such as for a time between two frames, to errors about the
 * document.
 * @throws TimelineParseError
 */
export function parsing<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new TimelineParseError(error.message);
    throw error;
  }
}
