import { readFile } from 'node:fs/promises';
import { AudioEncoder } from '../audio/audio-encoder.ts';
import { resample } from '../audio/resample.ts';
import { decodeWav } from '../audio/wav.ts';
import { samplesPerFrame } from '../project-content.ts';
import { PacketFileWriter } from '../video/packet-file.ts';
import type { TaskControl } from '../worker/task-control.ts';

export interface EncodeNarrationRequest {
  /** In order; each is as long as its scene. */
  readonly scenes: readonly { readonly speechPath: string; readonly durationFrames: number }[];
  /** Silence behind them. */
  readonly silentFrames: number;
  /** A packet file. */
  readonly outputPath: string;
}

/** Both channels get the mono sound at this gain, so that the movie is as loud as the recordings are. */
const dualMonoGain = Math.SQRT1_2;

/** Encodes the sound of a whole movie: the scenes' recordings one after the other, in one stream without seams. */
export async function encodeNarration(request: EncodeNarrationRequest, control: TaskControl): Promise<null> {
  using output = new PacketFileWriter(request.outputPath);
  using encoder = new AudioEncoder();
  const blocks = new BlockFeeder(encoder, output);
  for (const [index, scene] of request.scenes.entries()) {
    control.checkpoint();
    const recorded = resample(decodeWav(await readFile(scene.speechPath)));
    const samples = new Float32Array(scene.durationFrames * samplesPerFrame);
    samples.set(recorded.subarray(0, samples.length).map((sample) => sample * dualMonoGain));
    blocks.feed(samples);
    control.progress((index + 1) / (request.scenes.length + 1));
  }
  blocks.feed(new Float32Array(request.silentFrames * samplesPerFrame));
  blocks.finish();
  return null;
}

/** Cuts sound into the blocks the encoder wants. */
class BlockFeeder {
  readonly #encoder: AudioEncoder;
  readonly #output: PacketFileWriter;
  #rest = new Float32Array(0);

  constructor(encoder: AudioEncoder, output: PacketFileWriter) {
    this.#encoder = encoder;
    this.#output = output;
  }

  feed(samples: Float32Array): void {
    const waiting = new Float32Array(this.#rest.length + samples.length);
    waiting.set(this.#rest);
    waiting.set(samples, this.#rest.length);
    const size = this.#encoder.blockSamples;
    let at = 0;
    for (; at + size <= waiting.length; at += size) {
      this.#output.write(this.#encoder.encode(waiting.subarray(at, at + size)));
    }
    this.#rest = waiting.slice(at);
  }

  finish(): void {
    if (this.#rest.length > 0) this.#output.write(this.#encoder.encode(this.#rest));
    this.#output.write(this.#encoder.finish());
  }
}
