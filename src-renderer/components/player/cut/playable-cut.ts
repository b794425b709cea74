import type { Timeline } from '../../../../src-timeline/model/timeline.ts';

/** A cut with the media that the page can load for it. */
export interface PlayableCut {
  readonly timeline: Timeline;
  readonly mediaOf: (mediaId: string) => CutMedia;
}

/**
 * A file of a cut.
 * - `making`: it is downloaded, generated or converted.
 * - `offline`: its service does not answer, and it was not kept.
 * - `missing`: it is not where the cut expects it.
 * - `unsupported`: the page cannot decode it.
 */
export interface CutMedia {
  /** Address that the page may load with CORS; null unless `ready`. */
  readonly url: string | null;
  readonly state: 'ready' | PlateState;
  /** File name, and codec where known, shown while there is no picture. */
  readonly label: string;
}

/** Reason why a plate is shown in place of a picture. */
export type PlateState = 'making' | 'offline' | 'missing' | 'unsupported';
