/**
 * A timeline document that cannot be read: it is malformed, unsafe, or says something the neutral timeline has no
 * word for. Readers throw nothing else.
 */
export class TimelineParseError extends Error {
  override readonly name = 'TimelineParseError';
  /** What is wrong, a whole sentence. */
  readonly problem: string;
  /** Where in the document, such as `<asset-clip name="a.mp4"> on line 12`; null when it is the whole of it. */
  readonly place: string | null;

  constructor(problem: string, place: string | null = null) {
    super(place === null ? problem : `${place}: ${problem}`);
    this.problem = problem;
    this.place = place;
  }
}

/**
 * Runs a reader and turns the RangeErrors of the arithmetic beneath it (a time between two frames, a number too
 * large) into errors about the document.
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
