import { endOf } from '../diff/match/cut-event.ts';
import type { Node } from '../merge/arrangement.ts';
import type { Timeline } from '../model/timeline.ts';
import type { ArrangedCut, ArrangedScene } from './scene-cut.ts';

/** Sounds that belong to the pictures of a scene, without music. */
export function soundsOf(scene: ArrangedScene, { arrangement, cut }: ArrangedCut): readonly Node[] {
  return scene.pictures.flatMap(({ id }) =>
    (arrangement.othersAt.get(id) ?? []).filter(
      ({ event }) => event.trackKind === 'audio' && cut.tracks[event.trackIndex]?.role !== 'music',
    ),
  );
}

/** True for a voice: documents without roles give every sound that of a voice, so the clip's own sound is none. */
export function isVoice(sound: Node, scene: ArrangedScene, { tracks }: Timeline): boolean {
  return tracks[sound.event.trackIndex]?.role === 'dialogue' && !isClipSound(sound, scene);
}

/** True for the own sound of one of the scene's pictures. */
export function isClipSound({ event }: Node, { pictures }: ArrangedScene): boolean {
  return pictures.some((picture) => picture.event.mediaKey === event.mediaKey);
}

/** Music that is heard during a scene. */
export function musicUnder(
  { startFrame, endFrame }: ArrangedScene,
  { arrangement, cut }: ArrangedCut,
): readonly Node[] {
  return [...arrangement.byId.values()].filter(
    ({ event }) =>
      cut.tracks[event.trackIndex]?.role === 'music' &&
      event.startFrame < endFrame &&
      startFrame < endOf(event),
  );
}
