/** Indexes of the shared numbers. */
const slots = { cancelled: 0, next: 1, count: 2 } as const;

const notCreated = 0;
const created = 1;

/**
 * The memory that the unpacking threads share with their starter: the next entry, the stop flag, the number of bytes
 * done, and the files they created. It needs no messages, so a thread in the middle of a copy sees a cancellation at
 * its next chunk, and the files of a killed thread are still known.
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

  /** Creates a board for the given number of entries. */
  static create(entryCount: number): UnpackBoard {
    return new UnpackBoard(new SharedArrayBuffer(8 + slots.count * 4 + entryCount));
  }

  /** Attaches to a board that another thread created. */
  static attach(memory: SharedArrayBuffer): UnpackBoard {
    return new UnpackBoard(memory);
  }

  get isCancelled(): boolean {
    return Atomics.load(this.#slots, slots.cancelled) !== 0;
  }

  cancel(): void {
    Atomics.store(this.#slots, slots.cancelled, 1);
  }

  /** Takes the next free entry and returns its index; at or above the entry count when none is left. */
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
