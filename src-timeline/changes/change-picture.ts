import { withPartOf } from '../merge/clip-changes.ts';
import { withinMedia } from '../merge/merge-clip.ts';
import { problemOfTransition } from '../model/check-timeline.ts';
import { clipExtras } from '../model/clip-extras.ts';
import type { Clip, MediaReference, MotionPoint, Timeline } from '../model/timeline.ts';
import { withClips } from './change-clips.ts';
import { withHeldFrame } from './change-length.ts';
import type { ChangeOf } from './change.ts';
import { laidOut, type Laying } from './layout.ts';
import type { ArrangedCut, ArrangedScene, SceneCut } from './scene-cut.ts';
import { lengthOfScene, withScene } from './scene-layout.ts';
import { isClipSound } from './scene-sounds.ts';

/** Shows other media, which are in the cut already, for the whole scene. */
export function replacePicture(
  laying: Laying,
  scene: ArrangedScene,
  { sourceStartFrame }: ChangeOf<'replacePicture'>,
  media: MediaReference,
): SceneCut {
  const { cut } = laying.arranged;
  const { clip } = scene.pictures[0].event;
  const old = cut.media.find(({ mediaId }) => mediaId === clip.mediaId);
  const motion = media.kind === old?.kind ? refittedMotion(clip.motion, old, media, cut) : undefined;
  const shown = (one: Clip): Clip => ({
    ...withPartOf(one, clipExtras({ motion }), ['motion', 'speed', 'isReversed', 'unread']),
    mediaId: media.mediaId,
    name: media.fileName,
    sourceStartFrame,
  });
  return withPicture(laying, scene, shown, media);
}

/** Places are in pixels of the media, whose size differs. */
function refittedMotion(
  motion: Clip['motion'],
  old: MediaReference,
  now: MediaReference,
  frame: Timeline,
): Clip['motion'] {
  const fill = ({ size }: MediaReference): number =>
    size ? Math.max(frame.width / size.width, frame.height / size.height) : 1;
  const factor = fill(now) / fill(old);
  return motion?.map((point) => ({ ...point, scale: point.scale * factor }));
}

/** Plays the clip of a scene at another speed for the same time. */
export function retimePicture(
  laying: Laying,
  scene: ArrangedScene,
  { speed }: ChangeOf<'retime'>,
): SceneCut | null {
  const { mediaId } = scene.pictures[0].event.clip;
  const media = laying.arranged.cut.media.find((one) => one.mediaId === mediaId);
  const paced = (clip: Clip): Clip => withPartOf(clip, clipExtras({ speed }), ['speed']);
  return media?.kind === 'video' ? withPicture(laying, scene, paced, media) : null;
}

/**
 * Shows the changed picture of a scene for its whole length, with its own sound if it had any. The last frame is held
 * where its media are too short.
 */
function withPicture(
  laying: Laying,
  scene: ArrangedScene,
  changed: (clip: Clip) => Clip,
  media: MediaReference,
): SceneCut {
  const durationFrames = lengthOfScene(scene);
  const picture = { ...changed(scene.pictures[0].event.clip), durationFrames };
  const [shown = picture] = withinMedia(picture, media);
  const layout = withScene(laying, scene, {
    clips: withHeldFrame(shown, durationFrames, scene),
    beside: ({ start, clip, node }) => {
      if (node.part.event.trackKind !== 'audio' || !isClipSound(node.part, scene)) return { start, clip };
      const [heard] = media.audioChannels === null ? [] : withinMedia(changed(clip), media);
      return heard ? { start, clip: withPartOf(heard, clip, ['motion']) } : null;
    },
  });
  return laidOut(laying, layout);
}

/** Places the pictures of a scene in the frame, moving from one place to another over its length. */
export function framePictures(
  { cut }: ArrangedCut,
  scene: ArrangedScene,
  { from, to }: ChangeOf<'frame'>,
): Timeline {
  const last = Math.max(1, lengthOfScene(scene) - 1);
  const changed = scene.pictures.map(({ event: { clip, startFrame, durationFrames } }): [Clip, Clip] => {
    const pointAt = (frame: number): readonly MotionPoint[] => {
      if (!from) return [];
      const share = to ? (startFrame - scene.startFrame + frame) / last : 0;
      const between = (key: 'scale' | 'x' | 'y'): number =>
        from[key] + ((to ?? from)[key] - from[key]) * share;
      return [{ frame, scale: between('scale'), x: between('x'), y: between('y') }];
    };
    const ends = to && durationFrames > 1 ? [0, durationFrames - 1] : [0];
    return [clip, withPartOf(clip, clipExtras({ motion: ends.flatMap(pointAt) }), ['motion'])];
  });
  return withClips(cut, new Map(changed));
}

/** Sets the transition into a scene, as long as the pictures on both sides allow. */
export function setTransition(
  { cut, arrangement }: ArrangedCut,
  scene: ArrangedScene,
  { transition: wanted }: ChangeOf<'transition'>,
): Timeline {
  const { clip } = scene.pictures[0].event;
  if (!wanted) return withClips(cut, new Map([[clip, withPartOf(clip, {}, ['transition'])]]));
  const track = cut.tracks[arrangement.primaryIndex];
  const index = track?.items.indexOf(clip) ?? -1;
  const mediaById = new Map(cut.media.map((media) => [media.mediaId, media]));
  for (let frames = Math.min(wanted.durationFrames, clip.durationFrames); track && frames > 0; frames -= 1) {
    const lead = Math.min(clip.transition?.framesBeforeCut ?? 0, frames);
    const transition = {
      style: wanted.style,
      durationFrames: frames,
      ...(lead > 0 && { framesBeforeCut: lead }),
    };
    const changed = { ...clip, transition };
    const items = track.items.with(index, changed);
    if (problemOfTransition({ ...track, items }, index, mediaById) === null)
      return withClips(cut, new Map([[clip, changed]]));
  }
  return cut;
}
