/** Measures the energy of a block of sound by frequency. One instance serves many blocks. */
export class Spectrum {
  readonly size: number;
  readonly #window: Float64Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;

  /** @param size number of samples in a block, a power of two */
  constructor(size: number) {
    this.size = size;
    this.#window = Float64Array.from(
      { length: size },
      (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size),
    );
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
  }

  /** Loads the block that begins at a sample; positions outside the sound count as silence. */
  load(samples: Float32Array, start: number): void {
    for (let index = 0; index < this.size; index += 1) {
      this.#real[index] = (samples[start + index] ?? 0) * (this.#window[index] ?? 0);
    }
    this.#imaginary.fill(0);
    this.#swap();
    for (let length = 2; length <= this.size; length *= 2) this.#combine(length);
  }

  /** Returns the energy between two frequencies. @param sampleRate and both frequencies in hertz */
  energyBetween(from: number, to: number, sampleRate: number): number {
    const bin = (frequency: number) => Math.round((frequency * this.size) / sampleRate);
    let sum = 0;
    for (let index = bin(from); index < bin(to); index += 1) {
      sum += (this.#real[index] ?? 0) ** 2 + (this.#imaginary[index] ?? 0) ** 2;
    }
    return sum;
  }

  /** Reorders the samples into bit-reversed order. */
  #swap(): void {
    for (let index = 1, other = 0; index < this.size; index += 1) {
      let bit = this.size >> 1;
      for (; other & bit; bit >>= 1) other ^= bit;
      other ^= bit;
      if (index >= other) continue;
      const held = this.#real[index] ?? 0;
      this.#real[index] = this.#real[other] ?? 0;
      this.#real[other] = held;
    }
  }

  #combine(length: number): void {
    const half = length / 2;
    for (let step = 0; step < half; step += 1) {
      const angle = (-2 * Math.PI * step) / length;
      const cosine = Math.cos(angle);
      const sine = Math.sin(angle);
      for (let even = step; even < this.size; even += length)
        this.#butterfly(even, even + half, cosine, sine);
    }
  }

  #butterfly(even: number, odd: number, cosine: number, sine: number): void {
    const a = this.#real[even] ?? 0;
    const b = this.#imaginary[even] ?? 0;
    const c = this.#real[odd] ?? 0;
    const d = this.#imaginary[odd] ?? 0;
    const turnedReal = c * cosine - d * sine;
    const turnedImaginary = c * sine + d * cosine;
    this.#real[even] = a + turnedReal;
    this.#imaginary[even] = b + turnedImaginary;
    this.#real[odd] = a - turnedReal;
    this.#imaginary[odd] = b - turnedImaginary;
  }
}
