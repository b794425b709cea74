import type { Node } from '../merge/arrangement.ts';
import { isNote } from '../model/is-note.ts';
import { isHeldFrame } from '../model/placement.ts';
import type { Timeline } from '../model/timeline.ts';
import { sceneCutAfter } from './apply-changes.ts';
import type { Change } from './change.ts';
import { type ArrangedCut, arrangedCutOf, type ArrangedScene } from './scene-cut.ts';
import { isClipSound, isVoice, soundsOf } from './scene-sounds.ts';
import type { Scene, SceneCaption, SceneClip, SceneNote } from './scene.ts';

/** Returns the scenes of a base after some changes, in order. */
export function scenesOf(base: Timeline, changes: readonly Change[]): readonly Scene[] {
  const arranged = arrangedCutOf(sceneCutAfter(base, changes));
  const captions = captionsByScene(arranged);
  const notes = notesByScene(arranged);
  return arranged.scenes.map((scene) => {
    const clips = scene.pictures.map(({ event }) => event.clip);
    const [picture, ...others] = clips;
    const sounds = soundsOf(scene, arranged);
    const words = captions.get(scene) ?? [];
    const [first] = words;
    const said = words.filter(({ languageCode }) => languageCode === first?.languageCode);
    const voice = clipOf(sounds.find((one) => isVoice(one, scene, arranged.cut)));
    const note = picture?.note ?? voice?.clip.note ?? '';
    return {
      sceneId: scene.sceneId,
      startFrame: scene.startFrame,
      durationFrames: scene.endFrame - scene.startFrame,
      pictures: [scene.pictures[0].event.clip, ...others],
      heldFrames: others.filter(isHeldFrame).reduce((sum, { durationFrames }) => sum + durationFrames, 0),
      voice,
      clipSound: clipOf(sounds.find((one) => isClipSound(one, scene))),
      music: clipOf(musicAt(scene, arranged)),
      words: said.length > 0 ? said.flatMap(({ lines }) => lines).join(' ') : note,
      spokenText: spokenTextOf(scene.sceneId, changes),
      captions: words,
      notes: notes.get(scene) ?? [],
      transition: picture?.transition ?? null,
    };
  });
}

function clipOf(node: Node | undefined): SceneClip | null {
  if (!node) return null;
  const { trackIndex, startFrame, clip } = node.event;
  return { trackIndex, startFrame, clip };
}

function musicAt({ startFrame }: ArrangedScene, { arrangement, cut }: ArrangedCut): Node | undefined {
  return [...arrangement.byId.values()].find(
    ({ event }) =>
      cut.tracks[event.trackIndex]?.role === 'music' &&
      event.startFrame <= startFrame &&
      startFrame < event.startFrame + event.durationFrames,
  );
}

function spokenTextOf(sceneId: string, changes: readonly Change[]): string | null {
  const last = changes.findLast((change) => change.kind === 'revoice' && change.sceneId === sceneId);
  return last?.kind === 'revoice' ? last.spokenText : null;
}

function captionsByScene({
  cut,
  arrangement,
  sceneBy,
}: ArrangedCut): ReadonlyMap<ArrangedScene, readonly SceneCaption[]> {
  const found = new Map<ArrangedScene, SceneCaption[]>();
  for (const { languageCode, captions } of cut.captionTracks)
    for (const caption of captions) {
      const scene = sceneBy(arrangement.wordsAt(caption.startFrame).anchor);
      if (!scene) continue;
      const some = found.get(scene) ?? [];
      const index = some.filter((one) => one.languageCode === languageCode).length;
      found.set(scene, [...some, { ...caption, languageCode, index }]);
    }
  return found;
}

function notesByScene({
  cut,
  arrangement,
  sceneBy,
}: ArrangedCut): ReadonlyMap<ArrangedScene, readonly SceneNote[]> {
  const found = new Map<ArrangedScene, SceneNote[]>();
  for (const marker of (cut.markers ?? []).filter(isNote)) {
    const { anchor } = arrangement.anchorAt(marker.frame);
    const scene = sceneBy(anchor);
    if (!scene) continue;
    const isSigned = marker.note !== '';
    const note = {
      frame: Math.max(0, marker.frame - scene.startFrame),
      text: isSigned ? marker.note : marker.name,
      author: isSigned ? marker.name : null,
      isDone: marker.kind === 'completed',
    };
    found.set(scene, [...(found.get(scene) ?? []), note]);
  }
  return found;
}
