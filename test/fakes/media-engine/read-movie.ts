import { AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Codec, CodecContext, FormatContext, Frame, Packet, type Stream } from 'node-av/lib';
import { ClipSampler } from '../../../src-media/video/clip-sampler.ts';
import { yuvToRgb } from '../../../src-media/video/rgb-to-yuv.ts';
import type { Color } from '../sample-media.ts';

export interface MovieFacts {
  readonly durationSeconds: number;
  readonly video: {
    readonly width: number;
    readonly height: number;
    readonly profile: number;
    readonly pixelFormat: number;
    readonly frameRate: string;
    readonly colors: readonly number[];
    readonly durationSeconds: number;
    /** Packet times in frames, in decoding order. */
    readonly pts: readonly number[];
    readonly dts: readonly number[];
    readonly keyFrames: readonly number[];
  };
  readonly audio: {
    readonly sampleRate: number;
    readonly channels: number;
    readonly durationSeconds: number;
  } | null;
}

/** Reads the metadata and packet times of a movie file without any code of this project. */
export function readMovie(path: string): MovieFacts {
  const format = new FormatContext();
  if (format.openInputSync(path) < 0 || format.findStreamInfoSync(null) < 0) throw new Error('not readable');
  const stream = format.streams[format.findBestStream(AVMEDIA_TYPE_VIDEO)];
  const sound = format.streams[format.findBestStream(AVMEDIA_TYPE_AUDIO)];
  if (!stream) throw new Error('no pictures');
  const times: { pts: number; dts: number; isKey: boolean }[] = [];
  using packet = new Packet();
  packet.alloc();
  while (format.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === stream.index) {
      const frames = (ticks: bigint): number =>
        (Number(ticks) * stream.timeBase.num * 30) / stream.timeBase.den;
      times.push({ pts: frames(packet.pts), dts: frames(packet.dts), isKey: packet.isKeyframe });
    }
    packet.unref();
  }
  const { codecpar } = stream;
  const facts: MovieFacts = {
    durationSeconds: Number(format.duration) / 1_000_000,
    video: {
      width: codecpar.width,
      height: codecpar.height,
      profile: codecpar.profile,
      pixelFormat: codecpar.format,
      frameRate: `${stream.avgFrameRate.num}/${stream.avgFrameRate.den}`,
      colors: [codecpar.colorPrimaries, codecpar.colorTrc, codecpar.colorSpace, codecpar.colorRange],
      durationSeconds: secondsOf(stream),
      pts: times.map((time) => time.pts),
      dts: times.map((time) => time.dts),
      keyFrames: times.filter((time) => time.isKey).map((time) => time.pts),
    },
    audio: sound
      ? {
          sampleRate: sound.codecpar.sampleRate,
          channels: sound.codecpar.channelLayout.nbChannels,
          durationSeconds: secondsOf(sound),
        }
      : null,
  };
  format.closeInputSync();
  return facts;
}

function secondsOf(stream: Stream): number {
  return (Number(stream.duration) * stream.timeBase.num) / stream.timeBase.den;
}

/** Returns the colour at a place of each frame, given as shares of width and height. */
export function readColors(
  path: string,
  size: { width: number; height: number },
  place = { x: 0.25, y: 0.25 },
): Color[] {
  using clip = new ClipSampler(path, size.width, size.height);
  const colors: Color[] = [];
  for (let picture = clip.next(); picture; picture = clip.next()) {
    colors.push(colorAt(yuvToRgb(picture), size, place));
  }
  return colors;
}

/** Returns a frame of a movie as packed RGB. */
export function readFrame(path: string, size: { width: number; height: number }, index: number): Buffer {
  using clip = new ClipSampler(path, size.width, size.height);
  for (let skipped = 0; skipped < index; skipped += 1) clip.next();
  const picture = clip.next();
  if (!picture) throw new Error('The movie has fewer frames.');
  return yuvToRgb(picture);
}

export function colorAt(
  rgb: Buffer,
  size: { width: number; height: number },
  place: { x: number; y: number },
): Color {
  const at = (Math.floor(place.y * size.height) * size.width + Math.floor(place.x * size.width)) * 3;
  return [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
}

/** Returns the left channel of a movie's sound without the encoder's priming samples. */
export function readSound(path: string): Float32Array {
  const format = new FormatContext();
  if (format.openInputSync(path) < 0 || format.findStreamInfoSync(null) < 0) throw new Error('not readable');
  const stream = format.streams[format.findBestStream(AVMEDIA_TYPE_AUDIO)];
  if (!stream) throw new Error('no sound');
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.parametersToContext(stream.codecpar);
  context.pktTimebase = stream.timeBase;
  context.open2Sync(codec, null);
  const samples: number[] = [];
  using packet = new Packet();
  packet.alloc();
  using frame = new Frame();
  frame.alloc();
  const drain = (): void => {
    while (context.receiveFrameSync(frame) >= 0) {
      const left = frame.data?.[0] ?? Buffer.alloc(0);
      for (let index = 0; index < frame.nbSamples; index += 1) samples.push(left.readFloatLE(index * 4));
      frame.unref();
    }
  };
  while (format.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === stream.index) {
      context.sendPacketSync(packet);
      drain();
    }
    packet.unref();
  }
  context.sendPacketSync(null);
  drain();
  context.freeContext();
  format.closeInputSync();
  return new Float32Array(samples);
}
