/** Entry of the queue, ordered by cost, then by place. */
interface Ranked {
  readonly cost: number;
  readonly at: number;
}

function comesBefore(left: Ranked, right: Ranked): boolean {
  return left.cost === right.cost ? left.at < right.at : left.cost < right.cost;
}

/** Priority queue, cheapest first. A binary heap keeps long scripts from taking quadratic time. */
export class CheapestFirst<Item extends Ranked> {
  readonly #heap: Item[] = [];

  add(item: Item): void {
    let at = this.#heap.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = this.#heap[above];
      if (!parent || !comesBefore(item, parent)) break;
      this.#heap[at] = parent;
      at = above;
    }
    this.#heap[at] = item;
  }

  take(): Item | null {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (first === undefined || last === undefined) return null;
    if (this.#heap.length > 0) this.#sink(last);
    return first;
  }

  #sink(item: Item): void {
    let at = 0;
    for (;;) {
      const below = this.#cheaperBelow(at);
      const child = this.#heap[below];
      if (!child || !comesBefore(child, item)) break;
      this.#heap[at] = child;
      at = below;
    }
    this.#heap[at] = item;
  }

  #cheaperBelow(at: number): number {
    const left = this.#heap[2 * at + 1];
    const right = this.#heap[2 * at + 2];
    return left && right && comesBefore(right, left) ? 2 * at + 2 : 2 * at + 1;
  }
}
