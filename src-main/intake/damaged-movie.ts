import { boxesOfFile } from '../../src-shared/mp4-boxes.ts';
import { withRanges } from '../foundation/files/read-range.ts';

/** Types in which the index and the media are boxes. */
const boxedTypes = new Set(['video/mp4', 'video/quicktime', 'audio/mp4']);

/** True for a movie or recording whose index or media are cut off, as after a crash of the camera or half a copy. */
export async function isDamagedMovie(path: string, mimeType: string, sizeBytes: number): Promise<boolean> {
  if (!boxedTypes.has(mimeType)) return false;
  return withRanges(path, async (read) => {
    let hasIndex = false;
    for await (const { type, end } of boxesOfFile(read)) {
      const isWhole = end <= sizeBytes || end === Infinity;
      if (type === 'mdat' && !isWhole) return true;
      if (type === 'moov' && isWhole) hasIndex = true;
    }
    return !hasIndex;
  });
}
