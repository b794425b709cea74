import {
  clipUnderSpeechDb,
  fitOf,
  presenterPlace,
  type ProjectContent,
  type ProjectScene,
  type StillZoom,
} from '@dailies/media/project';
import type { Clip, ClipTransition, Gap, MotionPoint, Track } from '../../src-timeline/model/timeline.ts';
import type { NamedScene, TimelineMedia } from './timeline-media.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns a file's size in pixels; null if unknown. */
export type SizeOf = (media: TimelineMedia) => Size | null;

/** Makes a clip from the start of a media file, as long as the scene. Editors relink by the name with its extension. */
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

/** Frames at the start of a scene in which the previous scene is still visible. */
function transitionFrames(scene: ProjectScene | undefined): number {
  return Math.min(scene?.transition?.durationFrames ?? 0, scene?.durationFrames ?? 0);
}

/** Returns the transition into a scene; null if none, or if the clip before is too short for editors to show it. */
function transitionInto(scenes: readonly NamedScene[], index: number): ClipTransition | null {
  const before = scenes[index - 1]?.scene;
  const style = scenes[index]?.scene.transition?.style;
  const durationFrames = transitionFrames(scenes[index]?.scene);
  if (!before || !style || durationFrames === 0) return null;
  const lastFrame = before.picture.kind === 'clip' ? before.picture.durationFrames : Infinity;
  return before.durationFrames + durationFrames <= lastFrame ? { style, durationFrames } : null;
}

/** Returns the first and last point of a zoom, keeping its centre fixed in the frame. */
function zoomMotion(zoom: StillZoom, moveFrames: number): MotionPoint[] {
  const pointAt = (frame: number, scale: number): MotionPoint => ({
    frame,
    scale,
    x: (zoom.centerX - 0.5) * (1 - scale),
    y: (zoom.centerY - 0.5) * (1 - scale),
  });
  return [pointAt(0, zoom.fromScale), pointAt(Math.max(1, moveFrames - 1), zoom.toScale)];
}

/** Returns frame pixels per pixel of a still, fitted as in the movie. */
function fittedScale(size: Size, frame: Size): number {
  const scales = [frame.width / size.width, frame.height / size.height];
  return fitOf(size, frame) === 'crop' ? Math.max(...scales) : Math.min(...scales);
}

/** Returns a still's motion during its scene and the transition out of it; null if it just fills the frame. */
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

/** Makes the picture track: one clip per scene, with its move and the transition into it. */
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
 * Makes the track under pictures that do not fill the frame, moving with them; null if none needs it. A backdrop lasts
 * until the transition into a scene without one is over.
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

/** Makes a track with gaps for scenes without a clip; null if no scene has one. */
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

/** Makes the track of the clips' own sound, lower in scenes with speech, as in the movie. */
export function clipSoundTrack(scenes: readonly NamedScene[]): Track | null {
  return sparseTrack({ kind: 'audio', name: 'Clip sound', role: 'effects' }, scenes, (named) => {
    const { picture, durationFrames } = named.scene;
    if (picture.kind !== 'clip' || !picture.isAudible) return null;
    const clip = sceneClip(named, named.picture);
    if (!named.speech) return clip;
    return { ...clip, levels: [0, durationFrames].map((frame) => ({ frame, levelDb: clipUnderSpeechDb })) };
  });
}

/** Makes the track of the narrator in the corner, as in the movie. */
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

/** Returns the constant motion that puts a picture at a place in the frame. */
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
