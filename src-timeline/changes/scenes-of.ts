import type { Node } from '../merge/arrangement.ts';
import { isHeldFrame } from '../model/placement.ts';
import type { Timeline } from '../model/timeline.ts';
import { sceneCutAfter } from './apply-changes.ts';
import type { Change } from './change.ts';
import { noteOf } from './notes.ts';
import { type ArrangedCut, arrangedCutOf, type ArrangedScene } from './scene-cut.ts';
import { isClipSound, isVoice, musicUnder, soundsOf } from './scene-sounds.ts';
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
      music: clipOf(musicUnder(scene, arranged)[0]),
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
  for (const marker of cut.markers ?? []) {
    const note = noteOf(marker);
    const scene = note && sceneBy(arrangement.anchorAt(marker.frame).anchor);
    if (!scene) continue;
    const frame = Math.max(0, marker.frame - scene.startFrame);
    found.set(scene, [...(found.get(scene) ?? []), { ...note, frame }]);
  }
  return found;
}
