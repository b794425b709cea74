/** Tracks the order of main's answers, so that an outdated answer is dropped. */
export class AnswerOrder {
  #callCount = 0;
  /** Number of the last call whose answer was accepted, or that an event outdated. */
  #known = 0;

  /** Call on an event, or when all records were dropped: answers to earlier calls are then outdated. */
  outdate(): void {
    this.#known = this.#callCount;
  }

  /**
   * Call when a request is made. Call the returned function once, with the answer. It returns false if a later call was
   * answered, or `outdate` was called, meanwhile.
   */
  begin(): () => boolean {
    this.#callCount += 1;
    const call = this.#callCount;
    return () => {
      if (call <= this.#known) return false;
      this.#known = call;
      return true;
    };
  }
}
