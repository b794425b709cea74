import type { Arrangement } from './arrangement.ts';

/** A caption with its offset in a scene. */
export interface Cue {
  readonly lines: readonly string[];
  readonly offset: number;
  readonly durationFrames: number;
}

export type SceneCaptions = ReadonlyMap<string | null, readonly Cue[]>;

/** Groups the captions of one language by the picture of their sound, or by the picture at their start. */
export function sceneCaptions({ cut, wordsAt }: Arrangement, languageCode: string): SceneCaptions {
  const captions = cut.captionTracks
    .filter((one) => one.languageCode === languageCode)
    .flatMap((one) => one.captions);
  const placed = captions.map(({ startFrame, ...cue }) => ({ ...wordsAt(startFrame), cue }));
  return new Map(
    [...Map.groupBy(placed, ({ anchor }) => anchor)].map(([anchor, cues]) => [
      anchor,
      cues.map(({ cue, offset }) => ({ ...cue, offset })),
    ]),
  );
}
