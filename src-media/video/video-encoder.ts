import {
  AV_CODEC_FLAG_CLOSED_GOP,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AVCHROMA_LOC_LEFT,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Codec, CodecContext, type Frame, Packet, Rational } from 'node-av/lib';
import { framesPerSecond } from '../project-content.ts';
import { encodeFrame } from './encode-frame.ts';
import type { EncodedPacket } from './encoded-packet.ts';
import { throwUnlessDone } from './ffmpeg-result.ts';

export interface VideoEncoderSettings {
  readonly width: number;
  readonly height: number;
  /** x264's constant rate factor: lower is better and larger; 18 is visually clean. */
  readonly rateFactor: number;
  /** The most frames from one key frame to the next. */
  readonly keyFrameInterval: number;
  /** Frames a second; 30 without it. */
  readonly frameRate?: { readonly num: number; readonly den: number };
  /** No second takes more than this, averaged over two of them. Without it quality alone decides. */
  readonly maxBitsPerSecond?: number;
}

/** Tried on drawn and photographic stills: four times faster than playing on one core, a third of `superfast`'s size. */
const preset = 'veryfast';

/**
 * H.264 High, at 30 frames a second by default, BT.709, closed groups of pictures. One thread: the same input gives the same
 * bytes everywhere, and encodings with the same settings can be joined without another.
 */
export class VideoEncoder implements Disposable {
  readonly #context: CodecContext;
  readonly #packet = new Packet();

  constructor(settings: VideoEncoderSettings) {
    this.#packet.alloc();
    this.#context = openContext(settings);
  }

  /** For the container: what a decoder needs to begin. */
  get context(): CodecContext {
    return this.#context;
  }

  /** How many frames the encoder may put a frame before its turn. */
  get reorderDelay(): number {
    return this.#context.hasBFrames;
  }

  /** Encodes a frame that is shown as the `index`th. @returns what came out meanwhile, in coding order */
  encode(frame: Frame, index: number): EncodedPacket[] {
    frame.pts = BigInt(index);
    frame.pictType = AV_PICTURE_TYPE_NONE;
    return encodeFrame(this.#context, this.#packet, frame);
  }

  /** Ends the encoding. @returns the rest */
  finish(): EncodedPacket[] {
    return encodeFrame(this.#context, this.#packet, null);
  }

  [Symbol.dispose](): void {
    this.#packet.free();
    this.#context.freeContext();
  }
}

function openContext(settings: VideoEncoderSettings): CodecContext {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.width = settings.width;
  context.height = settings.height;
  context.pixelFormat = AV_PIX_FMT_YUV420P;
  context.sampleAspectRatio = new Rational(1, 1);
  const { num, den } = settings.frameRate ?? { num: framesPerSecond, den: 1 };
  context.timeBase = new Rational(den, num);
  context.framerate = new Rational(num, den);
  context.gopSize = settings.keyFrameInterval;
  context.threadCount = 1;
  if (settings.maxBitsPerSecond !== undefined) {
    context.rcMaxRate = BigInt(settings.maxBitsPerSecond);
    context.rcBufferSize = 2 * settings.maxBitsPerSecond;
  }
  context.colorPrimaries = AVCOL_PRI_BT709;
  context.colorTrc = AVCOL_TRC_BT709;
  context.colorSpace = AVCOL_SPC_BT709;
  context.colorRange = AVCOL_RANGE_MPEG;
  context.chromaLocation = AVCHROMA_LOC_LEFT;
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_CLOSED_GOP);
  // Options go in one by one: a dictionary given to open2Sync is freed twice by node-av 6.1.
  const options = {
    ...{ preset, profile: 'high', crf: String(settings.rateFactor) },
    // Without it runs differ by rounding: x264's code for new processors is not exact.
    'x264-params': 'cpu-independent=1',
  };
  for (const [name, value] of Object.entries(options)) {
    throwUnlessDone(
      context.setOption(name, value, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN),
      'video encoder',
    );
  }
  throwUnlessDone(context.open2Sync(codec, null), 'video encoder');
  return context;
}
