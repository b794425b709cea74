import {
  boxesOfFile,
  findBox,
  type Mp4Box,
  mediaTimes,
  type ReadBytes,
  readMp4Index,
  tracksIn,
} from '../../../src-shared/mp4-boxes.ts';
import { withRanges } from '../../foundation/files/read-range.ts';
import { folderOf, type ReturnFile } from '../watch/return-files.ts';

type Place = Pick<ReturnFile, 'path' | 'relativePath'>;

/** Length and frame rate of a movie. */
export interface MovieFacts {
  readonly seconds: number;
  readonly framesPerSecond: number;
}

const firstTypes = /^(?:ftyp|wide|mdat|moov|free|skip)$/;

/**
 * False for an MP4 or QuickTime file that ends before its boxes do, or has no index yet, because it is still being
 * written. Files of other types count as whole.
 * @throws as `withRanges`.
 */
export function isWholeMovie(file: Place): Promise<boolean> {
  const isWhole = async (read: ReadBytes, sizeBytes: number): Promise<boolean> => {
    let last: Mp4Box | null = null;
    let hasIndex = false;
    for await (const box of boxesOfFile(read)) {
      if (last === null && !firstTypes.test(box.type)) return sizeBytes > 0;
      hasIndex ||= box.type === 'moov';
      last = box;
    }
    if (last === null) return sizeBytes > 0;
    return hasIndex && (last.end === sizeBytes || last.end === Infinity);
  };
  return withRanges(file.path, isWhole, folderOf(file));
}

/**
 * Reads the facts from the index of an MP4 or QuickTime file; null for other types and for one without a picture.
 * @throws as `withRanges`.
 */
export async function readMovieFacts(file: Place): Promise<MovieFacts | null> {
  const index = await withRanges(file.path, readMp4Index, folderOf(file));
  return index && factsOf(index);
}

function factsOf(index: DataView): MovieFacts | null {
  for (const { media, handler } of tracksIn(index)) {
    const times = mediaTimes(index, media);
    if (!times || handler !== 'vide') continue;
    const frames = frameCountOf(index, media);
    const seconds = times.duration / times.perSecond;
    if (frames > 0 && seconds > 0) return { seconds, framesPerSecond: frames / seconds };
  }
  return null;
}

function frameCountOf(index: DataView, media: Mp4Box): number {
  const times = findBox(index, media, 'minf', 'stbl', 'stts');
  if (!times || times.end - times.start < 8) return 0;
  const entries = Math.min(index.getUint32(times.start + 4), Math.floor((times.end - times.start - 8) / 8));
  let frames = 0;
  for (let entry = 0; entry < entries; entry += 1) frames += index.getUint32(times.start + 8 + entry * 8);
  return frames;
}
