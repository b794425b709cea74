import { writeSrt } from '../../src-timeline/formats/captions/srt.ts';
import { writeVtt } from '../../src-timeline/formats/captions/vtt.ts';
import type { CaptionTrack, Timeline } from '../../src-timeline/model/timeline.ts';

function firstTrack({ captionTracks: [track] }: Timeline, words: string | undefined): CaptionTrack {
  if (!track) throw new Error('The cut has no captions.');
  const [first, ...others] = track.captions;
  return first && words !== undefined
    ? { ...track, captions: [{ ...first, lines: [words] }, ...others] }
    : track;
}

/** Returns the captions of a cut as SubRip, with other words in the first one. */
export function captionsIn(cut: Timeline, words?: string): string {
  return writeSrt(firstTrack(cut, words), cut.frameRate);
}

/** Returns the captions of a cut as WebVTT, as `captionsIn`. */
export function vttOf(cut: Timeline, words?: string): string {
  return writeVtt(firstTrack(cut, words), cut.frameRate);
}
