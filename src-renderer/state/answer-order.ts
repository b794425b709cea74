/** The order of main's answers: one that is older than what is known is not to be taken. */
export class AnswerOrder {
  #callCount = 0;
  /** The number of the call whose answer was taken last, or of the last one made before an event. */
  #known = 0;

  /** To be called on an event, and where all was dropped: what was asked for so far is answered too late. */
  outdate(): void {
    this.#known = this.#callCount;
  }

  /**
   * To be called as a call is made. The returned function is called once, with the answer: whether it is to be taken,
   * which it is not when a later call was answered or `outdate` was called meanwhile.
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
