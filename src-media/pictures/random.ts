/** Steps of this size never come near an earlier one. */
const goldenShare = (Math.sqrt(5) - 1) / 2;

/** Repeatable chance: the same seed gives the same picture, on every machine. */
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

  /** 0 up to, not including, 1. */
  next(): number {
    // The generator "sfc32".
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

  /** A whole number from `low` to `high`, both included. */
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

/** How far through its range a seed's choice is, 0 up to 1. Seeds that only differ in a last number are far apart. */
export function spreadOf(subject: string, seed: string): number {
  const { base = seed, index = '0' } = numberedSeed.exec(seed)?.groups ?? {};
  return (new Random(`${subject} ${base}`).next() + Number(index) * goldenShare) % 1;
}

/** One of `count` choices. Seeds that only differ in a last number, as results of one order do, take them in turns. */
export function turnOf(subject: string, seed: string, count: number): number {
  const { base = seed, index = '0' } = numberedSeed.exec(seed)?.groups ?? {};
  return (new Random(`${subject} ${base}`).wholeBetween(0, count - 1) + Number(index)) % count;
}

/** A 32-bit number that differs for texts that differ (FNV-1a, stirred). */
export function hashText(text: string, salt = 0): number {
  let hash = 0x811c9dc5 ^ Math.imul(salt, 0x9e3779b1);
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
