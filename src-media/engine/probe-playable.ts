import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_FLAC,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_PCM_F32LE,
  AV_CODEC_ID_PCM_S16LE,
  AV_CODEC_ID_PCM_S24LE,
  AV_CODEC_ID_PCM_U8,
  AV_CODEC_ID_VORBIS,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  type AVCodecID,
  type AVPixelFormat,
} from 'node-av/constants';
import { avGetCodecName, avGetPixFmtName, type Stream } from 'node-av/lib';
import type { MediaProbe } from '../../src-shared/engine.ts';
import { openMedia } from '../av/open-media.ts';
import { findPicture, findSound } from '../media/files/can-copy.ts';
import { readImageFacts } from '../media/open-image.ts';

/** What Chromium plays on every system, by FFmpeg's names of containers and pixels. */
const played = {
  containers: /^(?:mov|matroska|ogg|mp3|flac|wav|aac)\b/,
  stills: new Set(['png', 'jpeg', 'webp', 'gif', 'avif', 'heif']),
  pictures: new Map<AVCodecID, RegExp>([
    [AV_CODEC_ID_H264, /^yuvj?420p$/],
    [AV_CODEC_ID_VP8, /^yuva?420p$/],
    [AV_CODEC_ID_VP9, /^yuva?420p$/],
    [AV_CODEC_ID_AV1, /^yuv420p$/],
  ]),
  sounds: new Set<AVCodecID>([
    AV_CODEC_ID_AAC,
    AV_CODEC_ID_MP3,
    AV_CODEC_ID_OPUS,
    AV_CODEC_ID_VORBIS,
    AV_CODEC_ID_FLAC,
    AV_CODEC_ID_PCM_U8,
    AV_CODEC_ID_PCM_S16LE,
    AV_CODEC_ID_PCM_S24LE,
    AV_CODEC_ID_PCM_F32LE,
  ]),
  channels: 2,
} as const;

const transparentPixels = /^(?:yuva|gbrap|rgba|bgra|argb|abgr|ya|pal8)/;
const codecNames: Readonly<Record<string, string>> = {
  prores: 'ProRes',
  dnxhd: 'DNxHD',
  hevc: 'HEVC',
  h264: 'H.264',
  mpeg2video: 'MPEG-2',
};

/** Determines whether the page can play a file, and by which proxy otherwise. */
export async function probePlayable(path: string): Promise<MediaProbe> {
  const image = await readImageFacts(path);
  if (image) {
    const state = played.stills.has(image.format) ? 'playable' : 'unreadable';
    return { state, form: null, codec: image.format.toUpperCase() };
  }
  try {
    return probeStreams(path);
  } catch {
    return { state: 'unreadable', form: null, codec: null };
  }
}

/** @throws MediaError `unreadable_media` */
function probeStreams(path: string): MediaProbe {
  const format = openMedia(path);
  try {
    const picture = findPicture(format);
    const sound = findSound(format);
    if (!picture && !sound) return { state: 'unreadable', form: null, codec: null };
    const codec = [picture && nameOfPicture(picture), sound && nameOfSound(sound)].filter(Boolean).join(', ');
    const isPlayable =
      played.containers.test(format.iformat?.name ?? '') &&
      (!picture || isPlayedPicture(picture)) &&
      (!sound || isPlayedSound(sound));
    if (isPlayable) return { state: 'playable', form: null, codec };
    const form = !picture ? 'm4a' : transparentPixels.test(pixelsOf(picture)) ? 'webm' : 'mp4';
    return { state: 'proxy', form, codec };
  } finally {
    format.closeInputSync();
  }
}

function isPlayedPicture(stream: Stream): boolean {
  return played.pictures.get(stream.codecpar.codecId)?.test(pixelsOf(stream)) ?? false;
}

function isPlayedSound({ codecpar }: Stream): boolean {
  return played.sounds.has(codecpar.codecId) && codecpar.channelLayout.nbChannels <= played.channels;
}

function pixelsOf({ codecpar }: Stream): string {
  return avGetPixFmtName(codecpar.format as AVPixelFormat) ?? '';
}

function nameOfPicture(stream: Stream): string {
  const depth = /p(\d\d)(?:le|be)$/.exec(pixelsOf(stream))?.[1];
  return nameOf(stream) + (depth === undefined ? '' : ` ${depth}-bit`);
}

function nameOfSound(stream: Stream): string {
  const { nbChannels } = stream.codecpar.channelLayout;
  return nameOf(stream) + (nbChannels > played.channels ? ` ${String(nbChannels)} ch` : '');
}

function nameOf({ codecpar }: Stream): string {
  const name = avGetCodecName(codecpar.codecId) ?? '?';
  return codecNames[name] ?? name.toUpperCase();
}
