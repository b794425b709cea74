/** Multiples of this, modulo 1, never come close to each other. */
const goldenShare = (Math.sqrt(5) - 1) / 2;

/** A seeded random number generator: the same seed gives the same picture on every machine. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: string) {
    this.a = hashText(seed, 1);
    this.b = hashText(seed, 2);
    this.c = hashText(seed, 3);
    for (let round = 0; round < 12; round++) this.next();
  }

  /** Returns a number from 0 up to but excluding 1. */
  next(): number {
    // Implements the generator "sfc32".
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Returns an integer from `low` to `high`, both included. */
  wholeBetween(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.floor(this.next() * choices.length)] ?? choices[0];
  }
}

const numberedSeed = /^(?<base>[\s\S]*) (?<index>\d+)$/;

/** Returns a seed's position in a range, from 0 up to 1. Seeds that differ only in a last number lie far apart. */
export function spreadOf(subject: string, seed: string): number {
  const { base = seed, index = '0' } = numberedSeed.exec(seed)?.groups ?? {};
  return (new Random(`${subject} ${base}`).next() + Number(index) * goldenShare) % 1;
}

/** Returns one of `count` choices. Seeds that differ only in a last number, as in one order, take them in turn. */
export function turnOf(subject: string, seed: string, count: number): number {
  const { base = seed, index = '0' } = numberedSeed.exec(seed)?.groups ?? {};
  return (new Random(`${subject} ${base}`).wholeBetween(0, count - 1) + Number(index)) % count;
}

/** Returns a 32-bit hash of a text (FNV-1a with extra mixing). */
export function hashText(text: string, salt = 0): number {
  let hash = 0x811c9dc5 ^ Math.imul(salt, 0x9e3779b1);
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
