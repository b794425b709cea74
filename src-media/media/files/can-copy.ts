import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_PIX_FMT_YUV420P,
  AV_PROFILE_AAC_LOW,
  AV_PROFILE_H264_HIGH,
  AVMEDIA_TYPE_AUDIO,
} from 'node-av/constants';
import { type FormatContext, Packet, type Stream } from 'node-av/lib';
import { findPictures } from '../../av/clip-decoder.ts';
import { openMedia } from '../../av/open-media.ts';
import type { TaskControl } from '../../task-options.ts';
import { isAsStored, orientationOfStream } from '../../video/read-orientation.ts';

/** Maximum distance of key frames, where players seek: one per six-second segment, with some slack. */
const maxSecondsBetweenKeys = 6.5;
const maxBitsPerSecond = 5_000_000;
const previewSides = { long: 1280, short: 720 } as const;

/** Streams of a movie that players on every system accept unchanged. */
export interface CopyableStreams {
  readonly picture: Stream | null;
  readonly sound: Stream | null;
}

/** Returns the sound stream that a player would choose. */
export function findSound(format: FormatContext): Stream | null {
  return format.streams[format.findBestStream(AVMEDIA_TYPE_AUDIO)] ?? null;
}

/** Returns the stream of moving pictures; null for sound files. */
export function findPicture(format: FormatContext): Stream | null {
  try {
    return findPictures(format).stream;
  } catch {
    return null;
  }
}

function isPlainSound({ codecpar }: Stream): boolean {
  const isLow = codecpar.profile === AV_PROFILE_AAC_LOW;
  const isUsualRate = codecpar.sampleRate === 48_000 || codecpar.sampleRate === 44_100;
  return (
    codecpar.codecId === AV_CODEC_ID_AAC && isLow && isUsualRate && codecpar.channelLayout.nbChannels <= 2
  );
}

function isPlainPicture({ codecpar }: Stream): boolean {
  const { width, height, sampleAspectRatio: aspect } = codecpar;
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  return (
    codecpar.codecId === AV_CODEC_ID_H264 &&
    codecpar.format === AV_PIX_FMT_YUV420P &&
    codecpar.profile <= AV_PROFILE_H264_HIGH &&
    long <= previewSides.long &&
    short <= previewSides.short &&
    (aspect.num === 0 || aspect.num === aspect.den) &&
    isAsStored(orientationOfStream(codecpar))
  );
}

/** Reads all packets. True if times increase and key frames are close enough. */
function areTimesPlain(path: string, pictureIndex: number, control: TaskControl): boolean {
  const format = openMedia(path);
  using packet = new Packet();
  packet.alloc();
  try {
    let lastKey = 0;
    let lastTime = -Infinity;
    let start: number | null = null;
    while (format.readFrameSync(packet) >= 0) {
      control.checkpoint();
      const stream = format.streams[packet.streamIndex];
      if (packet.streamIndex !== pictureIndex || !stream) continue;
      const seconds = (Number(packet.dts) * stream.timeBase.num) / stream.timeBase.den;
      start ??= seconds;
      if (seconds < start || seconds <= lastTime || Math.abs(seconds) > 1e9) return false;
      lastTime = seconds;
      if (packet.isKeyframe) lastKey = seconds - start;
      else if (seconds - start - lastKey > maxSecondsBetweenKeys) return false;
      packet.unref();
    }
    return start !== null;
  } finally {
    format.closeInputSync();
  }
}

/** Returns the streams that a preview can copy; null if anything must be encoded. */
export function findCopyable(
  format: FormatContext,
  path: string,
  control: TaskControl,
): CopyableStreams | null {
  const picture = findPicture(format);
  const sound = findSound(format);
  if (sound && !isPlainSound(sound)) return null;
  if (!picture) return sound && { picture, sound };
  const isSmall = Number(format.bitRate) <= maxBitsPerSecond;
  if (!isPlainPicture(picture) || !isSmall) return null;
  return areTimesPlain(path, picture.index, control) ? { picture, sound } : null;
}
