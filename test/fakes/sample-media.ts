import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { EncodedPacket } from '../../src-media/av/encoded-packet.ts';
import { MovieFile } from '../../src-media/av/movie-file.ts';
import { PacketWriter } from '../../src-media/av/packet-writer.ts';
import { PictureEncoder } from '../../src-media/av/picture-encoder.ts';
import { SoundEncoder } from '../../src-media/av/sound-encoder.ts';
import { encodeWav } from '../../src-media/av/wav.ts';
import { rgbToYuv } from '../../src-media/video/rgb-to-yuv.ts';

export type Color = readonly [red: number, green: number, blue: number];

export const red: Color = [220, 30, 30];
export const green: Color = [20, 160, 40];
export const blue: Color = [30, 60, 220];
export const white: Color = [240, 240, 240];

/** Returns a picture whose top left quarter has a different colour, so that its orientation is recognizable. */
export function quartered(width: number, height: number, corner: Color, ground: Color): Sharp {
  const quarter = { width: Math.round(width / 2), height: Math.round(height / 2) };
  return plain(width, height, ground).composite([
    { input: { create: { ...quarter, channels: 3, background: css(corner) } }, left: 0, top: 0 },
  ]);
}

export function plain(width: number, height: number, color: Color): Sharp {
  return sharp({ create: { width, height, channels: 3, background: css(color) } });
}

function css([r, g, b]: Color): { r: number; g: number; b: number } {
  return { r, g, b };
}

/** Writes a movie whose frames have these colours in order, at 30 per second by default. */
export async function writeClip(
  path: string,
  colors: readonly Color[],
  size: { readonly width: number; readonly height: number },
  hasSound = false,
  rate = { num: 30, den: 1 },
): Promise<void> {
  using pictures = new PictureEncoder({
    kind: 'h264',
    ...size,
    rate,
    rateFactor: 12,
    keyFrameInterval: 15,
  });
  using sound = hasSound ? new SoundEncoder() : null;
  using movie = new MovieFile({ container: 'mp4', pictures, sound, outputPath: path });
  for (const [index, color] of colors.entries()) {
    const rgb = await plain(size.width, size.height, color).raw().toBuffer();
    const picture = rgbToYuv(rgb, size.width, size.height);
    movie.writePictures(pictures.encode(picture.data, index));
  }
  movie.writePictures(pictures.finish());
  if (sound) {
    const block = new Float32Array(sound.blockSamples).map((_, index) => 0.2 * Math.sin(index / 10));
    movie.writeSound([...sound.encode(block), ...sound.finish()]);
  }
  movie.finish();
}

/** Writes a movie at 30 frames per second. Its tone begins at once; its pictures may begin late and end early. */
export async function writeUnevenClip(
  path: string,
  colors: readonly Color[],
  size: { readonly width: number; readonly height: number },
  { firstFrame = 0, soundFrames }: { readonly firstFrame?: number; readonly soundFrames: number },
): Promise<void> {
  const rate = { num: 30, den: 1 };
  using pictures = new PictureEncoder({
    kind: 'h264',
    ...size,
    rate,
    rateFactor: 12,
    keyFrameInterval: 15,
  });
  using sound = new SoundEncoder();
  using writer = new PacketWriter({ format: 'mp4', outputPath: path, settings: {} });
  const pictureStream = writer.addPictures(pictures.context, rate);
  const soundStream = writer.addEncoded(sound.context, { num: 1, den: 48_000 });
  writer.begin();
  const packets: EncodedPacket[] = [];
  for (const [index, color] of colors.entries()) {
    const rgb = await plain(size.width, size.height, color).raw().toBuffer();
    const picture = rgbToYuv(rgb, size.width, size.height);
    packets.push(...pictures.encode(picture.data, firstFrame + index));
  }
  packets.push(...pictures.finish());
  for (const [index, packet] of packets.entries()) {
    writer.writeEncoded(pictureStream, packet, firstFrame + index - pictures.reorderDelay);
  }
  const tone = new Float32Array(soundFrames * 1_600).map((_, index) => 0.2 * Math.sin(index / 10));
  for (let at = 0; at < tone.length; at += sound.blockSamples) {
    const block = tone.subarray(at, at + sound.blockSamples);
    for (const packet of sound.encode(block)) writer.writeEncoded(soundStream, packet, packet.pts);
  }
  for (const packet of sound.finish()) writer.writeEncoded(soundStream, packet, packet.pts);
  writer.finish();
}

/** Writes a mono tone with a length in frames; each pitch gives a different file. */
export async function writeTone(
  folder: string,
  name: string,
  durationFrames: number,
  hertz: number,
): Promise<string> {
  const samples = new Float32Array(durationFrames * 1_600).map(
    (_, index) => 0.3 * Math.sin((2 * Math.PI * hertz * index) / 48_000),
  );
  const path = join(folder, name);
  await writeFile(path, encodeWav({ samples, sampleRate: 48_000 }));
  return path;
}
