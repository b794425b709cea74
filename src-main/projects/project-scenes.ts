import type { ProjectScene } from '../../src-shared/contract/project.ts';
import { joinLines } from '../../src-shared/script/read-blocks.ts';
import { scenesOf } from '../../src-timeline/changes/scenes-of.ts';
import { secondsOfFrames } from '../../src-timeline/model/rational-time.ts';
import type { MediaReference, Timeline } from '../../src-timeline/model/timeline.ts';
import { elementOf } from './element-location.ts';

/** A scene of a project's cut. */
export interface CutScene extends Omit<ProjectScene, 'thumbnailPath'> {
  /** Its still or clip; null for one that the service does not have. */
  readonly picture: MediaReference | null;
}

/** Returns the scenes of a project's cut. */
export function projectScenesOf(cut: Timeline): readonly CutScene[] {
  const media = new Map(cut.media.map((one) => [one.mediaId, one]));
  return scenesOf(cut, []).map(({ startFrame, durationFrames, words, pictures: [clip], captions }, index) => {
    const shown = media.get(clip.mediaId);
    const picture = shown && elementOf(shown.location) !== null ? shown : null;
    const [first] = captions;
    return {
      index,
      text: clip.note ?? words,
      startFrame,
      durationFrames,
      clipStartSeconds:
        picture?.kind === 'video' ? secondsOfFrames(Math.max(0, clip.sourceStartFrame), cut.frameRate) : null,
      mediaName: picture?.fileName ?? null,
      lines: captions
        .filter(({ languageCode }) => languageCode === first?.languageCode)
        .map((caption) => ({
          text: caption.lines.reduce(joinLines),
          startFrame: caption.startFrame,
          durationFrames: Math.max(1, caption.durationFrames),
        })),
      picture,
    };
  });
}
