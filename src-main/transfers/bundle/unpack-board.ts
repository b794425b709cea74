/** Fields of the shared numbers, by index. */
const slots = { cancelled: 0, next: 1, count: 2 } as const;

const notCreated = 0;
const created = 1;

/**
 * The memory the unpacking threads and their starter share: which entry is next, whether to stop, how many bytes
 * are done, and which files exist because of them. It needs no messages, so a thread deep in a copy sees a
 * cancellation at its next chunk, and what a killed thread created is still known.
 */
export class UnpackBoard {
  readonly memory: SharedArrayBuffer;
  readonly #bytes: BigInt64Array;
  readonly #slots: Int32Array;
  readonly #files: Uint8Array;

  private constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#bytes = new BigInt64Array(memory, 0, 1);
    this.#slots = new Int32Array(memory, 8, slots.count);
    this.#files = new Uint8Array(memory, 8 + slots.count * 4);
  }

  /** A fresh board for so many entries. */
  static create(entryCount: number): UnpackBoard {
    return new UnpackBoard(new SharedArrayBuffer(8 + slots.count * 4 + entryCount));
  }

  /** The board another thread made. */
  static attach(memory: SharedArrayBuffer): UnpackBoard {
    return new UnpackBoard(memory);
  }

  get isCancelled(): boolean {
    return Atomics.load(this.#slots, slots.cancelled) !== 0;
  }

  cancel(): void {
    Atomics.store(this.#slots, slots.cancelled, 1);
  }

  /** The index of the next entry nobody has taken yet; at or beyond the entry count when there is none. */
  takeNext(): number {
    return Atomics.add(this.#slots, slots.next, 1);
  }

  get bytesDone(): number {
    return Number(Atomics.load(this.#bytes, 0));
  }

  addBytes(count: number): void {
    Atomics.add(this.#bytes, 0, BigInt(count));
  }

  markCreated(index: number): void {
    Atomics.store(this.#files, index, created);
  }

  wasCreated(index: number): boolean {
    return Atomics.load(this.#files, index) !== notCreated;
  }
}
