import type { CutView } from '../../../../src-shared/contract/cut.ts';
import { secondsOfFrames } from '../../../../src-timeline/model/rational-time.ts';
import type { Clip } from '../../../../src-timeline/model/timeline.ts';
import type { PlayerScene } from '../player-scene.ts';
import type { PlayableCut } from './playable-cut.ts';

type MediaUrl = (mediaPath: string) => string;

/** A scene of your cut, for the player, the filmstrip and the list. */
export interface CutPlayerScene extends PlayerScene {
  readonly sceneId: string;
  readonly mediaName: string;
  readonly mediaState: CutView['media'][string]['state'];
  /** Number of notes that are not done. */
  readonly noteCount: number;
  /** True while a tool makes a take of it. */
  readonly isMaking: boolean;
}

/** Returns the cut with addresses that the page can load. */
export function playableCut({ timeline, media }: CutView, mediaUrl: MediaUrl): PlayableCut {
  return {
    timeline,
    mediaOf: (mediaId) => {
      const known = media[mediaId];
      if (!known) return { url: null, state: 'offline', label: mediaId };
      const { path, state, fileName, codec } = known;
      return {
        url: path === null ? null : mediaUrl(path),
        state,
        label: codec === null ? fileName : `${fileName} · ${codec}`,
      };
    },
  };
}

/** Returns the scenes of a cut as the player shows them. */
export function cutScenes(view: CutView, mediaUrl: MediaUrl): readonly CutPlayerScene[] {
  const mediaById = new Map(view.timeline.media.map((media) => [media.mediaId, media]));
  const running = view.takes.filter(({ state }) => state === 'running');
  const makingIds = new Set(running.map(({ sceneId }) => sceneId));
  return view.scenes.map((scene, index) => {
    const [picture] = scene.pictures;
    const { captions } = scene;
    const [first] = captions;
    const shown = view.media[picture.mediaId];
    const isVideo = mediaById.get(picture.mediaId)?.kind === 'video';
    return {
      index,
      sceneId: scene.sceneId,
      text: scene.words,
      startFrame: scene.startFrame,
      durationFrames: scene.durationFrames,
      lines: captions
        .filter(({ languageCode }) => languageCode === first?.languageCode)
        .map(({ lines, startFrame, durationFrames }) => ({
          text: lines.join('\n'),
          startFrame,
          durationFrames,
        })),
      thumbnailKind: isVideo ? 'video' : 'image',
      thumbnailUrl: shown?.path ? mediaUrl(shown.path) + (isVideo ? fragmentOf(view, picture) : '') : null,
      mediaName: shown?.fileName ?? picture.name,
      mediaState: shown?.state ?? 'missing',
      noteCount: scene.notes.filter(({ isDone }) => !isDone).length,
      isMaking: makingIds.has(scene.sceneId),
    };
  });
}

/** Points to the middle of the first frame shown, so that rounding cannot show another. */
function fragmentOf({ timeline }: CutView, { sourceStartFrame }: Clip): string {
  return `#t=${secondsOfFrames(sourceStartFrame + 0.5, timeline.frameRate).toFixed(4)}`;
}
