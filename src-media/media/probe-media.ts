import { open } from 'node:fs/promises';
import { AV_NOPTS_VALUE, AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import type { FormatContext } from 'node-av/lib';
import { findPictures } from '../av/clip-decoder.ts';
import { openMedia } from '../av/open-media.ts';
import type { MediaFacts } from '../media-engine.ts';
import { orientationOfStream, swapsSides } from '../video/read-orientation.ts';
import { imageMimeType, mediaMimeType } from './mime-types.ts';
import { isWholeImage, readImageFacts } from './open-image.ts';

const headBytes = 64;

/** Determines the properties of a file from its bytes, not its name; null if it is no readable media, or a picture that is cut off. */
export async function probeMedia(path: string): Promise<MediaFacts | null> {
  const image = await readImageFacts(path);
  if (image) {
    if (!(await isWholeImage(path))) return null;
    const size = { width: image.width, height: image.height };
    return {
      type: 'IMAGE',
      mimeType: imageMimeType(image.format),
      durationSeconds: null,
      size,
      hasSound: false,
    };
  }
  const head = await readHead(path);
  const format = openOrNull(path);
  if (!format) return null;
  try {
    return factsOf(format, head);
  } finally {
    format.closeInputSync();
  }
}

function openOrNull(path: string): FormatContext | null {
  try {
    return openMedia(path);
  } catch {
    return null;
  }
}

function factsOf(format: FormatContext, head: Buffer): MediaFacts | null {
  const hasSound = format.findBestStream(AVMEDIA_TYPE_AUDIO) >= 0;
  const size = shownSize(format);
  if (!size && !hasSound) return null;
  const type = size ? 'VIDEO' : 'AUDIO';
  return {
    type,
    mimeType: mediaMimeType(format.iformat?.name ?? '', head, type),
    durationSeconds: format.duration === AV_NOPTS_VALUE ? null : Number(format.duration) / 1_000_000,
    size,
    hasSound,
  };
}

/** Returns the displayed size, after pixel aspect ratio and rotation; null without moving pictures. */
function shownSize(format: FormatContext): { width: number; height: number } | null {
  try {
    const { stream } = findPictures(format);
    const { width, height, sampleAspectRatio } = stream.codecpar;
    const stretch = sampleAspectRatio.num > 0 ? sampleAspectRatio.num / sampleAspectRatio.den : 1;
    const wide = Math.round(width * stretch);
    if (wide < 1 || height < 1) return null;
    const isTurned = swapsSides(orientationOfStream(stream.codecpar));
    return isTurned ? { width: height, height: wide } : { width: wide, height };
  } catch {
    return null;
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
