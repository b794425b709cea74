import { joinSamples } from '../av/join-samples.ts';
import type { PacketFileWriter } from '../av/packet-file.ts';
import type { SoundEncoder } from '../av/sound-encoder.ts';

/** Cuts stereo sound into the blocks the encoder wants. */
export class BlockFeeder {
  readonly #encoder: SoundEncoder;
  readonly #output: PacketFileWriter;
  #rest: readonly [Float32Array, Float32Array] = [new Float32Array(0), new Float32Array(0)];

  constructor(encoder: SoundEncoder, output: PacketFileWriter) {
    this.#encoder = encoder;
    this.#output = output;
  }

  /** Both channels equally long. */
  feed(left: Float32Array, right: Float32Array): void {
    const waitingLeft = joinSamples(this.#rest[0], left);
    const waitingRight = joinSamples(this.#rest[1], right);
    const size = this.#encoder.blockSamples;
    let at = 0;
    for (; at + size <= waitingLeft.length; at += size) {
      this.#output.write(
        this.#encoder.encode(waitingLeft.subarray(at, at + size), waitingRight.subarray(at, at + size)),
      );
    }
    this.#rest = [waitingLeft.slice(at), waitingRight.slice(at)];
  }

  finish(): void {
    const [left, right] = this.#rest;
    if (left.length > 0) this.#output.write(this.#encoder.encode(left, right));
    this.#output.write(this.#encoder.finish());
  }
}
