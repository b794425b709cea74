/** Calls made one after another, each from where the one before left what it changes. */
export class CallLine {
  #last: Promise<unknown> = Promise.resolve();

  /** Makes a call once those asked for before have ended, also where one of them failed. */
  run<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#last.then(call);
    this.#last = answer.catch(() => undefined);
    return answer;
  }
}
