/** Runs calls one after another, so that each starts from the state the previous one left. */
export class CallLine {
  #last: Promise<unknown> = Promise.resolve();

  /** Makes a call after the earlier ones have ended, successfully or not. */
  run<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#last.then(call);
    this.#last = answer.catch(() => undefined);
    return answer;
  }
}
