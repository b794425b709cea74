import {
  fitOf,
  presenterPlace,
  type ProjectContent,
  type ProjectScene,
  type StillZoom,
} from '@dailies/media/project';
import type { Clip, ClipTransition, Gap, MotionPoint, Track } from '../../src-shared/timeline/timeline.ts';
import type { NamedScene, TimelineMedia } from './timeline-media.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels of a file; null when they are not known. */
export type SizeOf = (media: TimelineMedia) => Size | null;

/** The whole of its medium for as long as the scene lasts. Editors relink by the name with its extension. */
function sceneClip({ scene }: NamedScene, media: TimelineMedia): Clip {
  return {
    kind: 'clip',
    name: media.mediaName,
    mediaId: media.mediaId,
    sourceStartFrame: 0,
    durationFrames: scene.durationFrames,
    linkId: scene.sceneId,
    note: scene.text,
  };
}

/** Frames from a scene's first in which the one before it is still seen. */
function transitionFrames(scene: ProjectScene | undefined): number {
  return Math.min(scene?.transition?.durationFrames ?? 0, scene?.durationFrames ?? 0);
}

/** Editors need the frames a transition shows: a clip too short to go on is cut. */
function transitionInto(scenes: readonly NamedScene[], index: number): ClipTransition | null {
  const before = scenes[index - 1]?.scene;
  const style = scenes[index]?.scene.transition?.style;
  const durationFrames = transitionFrames(scenes[index]?.scene);
  if (!before || !style || durationFrames === 0) return null;
  const lastFrame = before.picture.kind === 'clip' ? before.picture.durationFrames : Infinity;
  return before.durationFrames + durationFrames <= lastFrame ? { style, durationFrames } : null;
}

/** The beginning and the end of a move; its centre stays where it is in the frame. */
function zoomMotion(zoom: StillZoom, moveFrames: number): MotionPoint[] {
  const pointAt = (frame: number, scale: number): MotionPoint => ({
    frame,
    scale,
    x: (zoom.centerX - 0.5) * (1 - scale),
    y: (zoom.centerY - 0.5) * (1 - scale),
  });
  return [pointAt(0, zoom.fromScale), pointAt(Math.max(1, moveFrames - 1), zoom.toScale)];
}

/** Pixels of the frame for one of a still, as it is fitted in the movie. */
function fittedScale(size: Size, frame: Size): number {
  const scales = [frame.width / size.width, frame.height / size.height];
  return fitOf(size, frame) === 'crop' ? Math.max(...scales) : Math.min(...scales);
}

/** Where the still of a scene is while the scene and the transition out of it are on; null where it fills the frame. */
function stillMotion(
  scenes: readonly NamedScene[],
  index: number,
  size: Size,
  frame: Size,
): readonly MotionPoint[] | null {
  const scene = scenes[index]?.scene;
  if (scene?.picture.kind !== 'still') return null;
  const scale = fittedScale(size, frame);
  const moveFrames = scene.durationFrames + transitionFrames(scenes[index + 1]?.scene);
  if (scene.picture.zoom)
    return zoomMotion(scene.picture.zoom, moveFrames).map((point) => ({
      ...point,
      scale: point.scale * scale,
    }));
  return scale === 1 ? null : [{ frame: 0, scale, x: 0, y: 0 }];
}

/** A clip per scene, with its move and the transition into it. */
export function pictureTrack(scenes: readonly NamedScene[], frame: ProjectContent, sizeOf: SizeOf): Track {
  const items = scenes.map((named, index): Clip => {
    const transition = transitionInto(scenes, index);
    const motion = stillMotion(scenes, index, sizeOf(named.picture) ?? frame, frame);
    return {
      ...sceneClip(named, named.picture),
      ...(transition && { transition }),
      ...(motion && { motion }),
    };
  });
  return { kind: 'video', name: 'Pictures', role: 'video', items };
}

/**
 * What lies under pictures that do not fill the frame, moving with them; null without any. Into a scene that has none
 * a backdrop goes on until the transition is over.
 */
export function backgroundTrack(scenes: readonly NamedScene[], frame: ProjectContent): Track | null {
  if (scenes.every(({ backdrop }) => backdrop === null)) return null;
  let lateFrames = 0;
  const items = scenes.flatMap((named, index): (Clip | Gap)[] => {
    const { scene, backdrop } = named;
    if (!backdrop) {
      const durationFrames = scene.durationFrames - lateFrames;
      lateFrames = 0;
      return durationFrames > 0 ? [{ kind: 'gap', durationFrames }] : [];
    }
    const next = scenes[index + 1];
    lateFrames = next && !next.backdrop ? transitionFrames(next.scene) : 0;
    const transition = scenes[index - 1]?.backdrop ? transitionInto(scenes, index) : null;
    const motion = stillMotion(scenes, index, frame, frame);
    const clip = { ...sceneClip(named, backdrop), linkId: null, note: null };
    return [
      {
        ...clip,
        durationFrames: clip.durationFrames + lateFrames,
        ...(transition && { transition }),
        ...(motion && { motion }),
      },
    ];
  });
  return { kind: 'video', name: 'Background', role: 'background', items };
}

/** Clips where there are any, gaps where not; null without a single clip. */
function sparseTrack(
  facts: Pick<Track, 'kind' | 'name' | 'role'>,
  scenes: readonly NamedScene[],
  clipOf: (named: NamedScene) => Clip | null,
): Track | null {
  const items = scenes.map(
    (named): Clip | Gap => clipOf(named) ?? { kind: 'gap', durationFrames: named.scene.durationFrames },
  );
  return items.some((item) => item.kind === 'clip') ? { ...facts, items } : null;
}

export function speechTrack(scenes: readonly NamedScene[]): Track | null {
  return sparseTrack({ kind: 'audio', name: 'Speech', role: 'dialogue' }, scenes, (named) =>
    named.speech ? sceneClip(named, named.speech) : null,
  );
}

/** The sound of the clips themselves. */
export function clipSoundTrack(scenes: readonly NamedScene[]): Track | null {
  return sparseTrack({ kind: 'audio', name: 'Clip sound', role: 'effects' }, scenes, (named) => {
    const { picture } = named.scene;
    return picture.kind === 'clip' && picture.isAudible ? sceneClip(named, named.picture) : null;
  });
}

/** The narrator in the corner, as the movie shows it. */
export function presenterTrack(
  scenes: readonly NamedScene[],
  frame: ProjectContent,
  sizeOf: SizeOf,
): Track | null {
  return sparseTrack({ kind: 'video', name: 'Presenter', role: 'video' }, scenes, (named) => {
    if (!named.presenter) return null;
    const size = sizeOf(named.presenter) ?? frame;
    return {
      ...sceneClip(named, named.presenter),
      motion: [placedAt(presenterPlace(size, frame), size, frame)],
    };
  });
}

/** A picture at a place of the frame, as a motion that stays. */
export function placedAt(
  place: Size & { readonly x: number; readonly y: number },
  size: Size,
  frame: Size,
): MotionPoint {
  return {
    frame: 0,
    scale: place.width / size.width,
    x: (place.x + place.width / 2) / frame.width - 0.5,
    y: (place.y + place.height / 2) / frame.height - 0.5,
  };
}
