import type { Clip, ClipTransition, Gap, MotionPoint, Track } from '../../src-shared/timeline/timeline.ts';
import type { ProjectContent, ProjectScene, StillZoom } from '../engine/project-content.ts';
import { presenterPlace } from '../engine/render/presenter-place.ts';
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

/** A clip per scene, with its move and the transition into it. */
export function pictureTrack(scenes: readonly NamedScene[]): Track {
  const items = scenes.map((named, index): Clip => {
    const { picture, durationFrames } = named.scene;
    const transition = transitionInto(scenes, index);
    const moveFrames = durationFrames + transitionFrames(scenes[index + 1]?.scene);
    return {
      ...sceneClip(named, named.picture),
      ...(transition && { transition }),
      ...(picture.kind === 'still' && picture.zoom && { motion: zoomMotion(picture.zoom, moveFrames) }),
    };
  });
  return { kind: 'video', name: 'Pictures', role: 'video', items };
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
