import { withinMedia } from '../merge/merge-clip.ts';
import { checkTimeline } from '../model/check-timeline.ts';
import { stemOf } from '../model/find-media.ts';
import { uniqueMediaId } from '../model/media-kind.ts';
import { clipsOfTracks } from '../model/placement.ts';
import type { Clip, MediaReference, Timeline } from '../model/timeline.ts';
import { setLevel } from './change-clips.ts';
import { trimScene, withHeldFrame } from './change-length.ts';
import { addScene, duplicateScene, moveScene, removeScene } from './change-order.ts';
import { framePictures, replacePicture, retimePicture, setTransition } from './change-picture.ts';
import { joinScenes, splitScene } from './change-scenes.ts';
import { revoice, setCaption, setNote, voiceTrackIndex } from './change-words.ts';
import type { Change, ChangeOf } from './change.ts';
import { type Laying, layingOf } from './layout.ts';
import {
  arrangedCutOf,
  type ArrangedCut,
  type ArrangedScene,
  type SceneCut,
  sceneCutOf,
} from './scene-cut.ts';

/**
 * Returns a base with some changes. A change whose scene is gone, or that its media cannot follow, does nothing. The
 * result passes `checkTimeline` if the base does; without changes it is the base.
 */
export function applyChanges(base: Timeline, changes: readonly Change[]): Timeline {
  return sceneCutAfter(base, changes).cut;
}

/** The same, with the ids of the scenes. */
export function sceneCutAfter(base: Timeline, changes: readonly Change[]): SceneCut {
  return changes.reduce((scenes, change) => {
    const changed = changedCut(scenes, change);
    return changed ? { ...changed, cut: withoutLeftMedia(changed.cut, base) } : scenes;
  }, sceneCutOf(base));
}

/** Leaves out the media of changes that others have replaced again. */
function withoutLeftMedia(cut: Timeline, base: Timeline): Timeline {
  const used = new Set(clipsOfTracks(cut.tracks).map(({ mediaId }) => mediaId));
  const known = new Set(base.media.map(({ mediaId }) => mediaId));
  return { ...cut, media: cut.media.filter(({ mediaId }) => used.has(mediaId) || known.has(mediaId)) };
}

/** Null where a change does nothing. */
function changedCut(scenes: SceneCut, change: Change): SceneCut | null {
  if (change.kind === 'add') return withAdded(scenes, change);
  if (change.kind === 'replacePicture' || change.kind === 'revoice') return withMedia(scenes, change);
  const arranged = arrangedCutOf(scenes);
  const index = arranged.scenes.findIndex(({ sceneId }) => sceneId === change.sceneId);
  const scene = arranged.scenes[index];
  if (!scene || ('newSceneId' in change && !isFree(scenes, change.newSceneId))) return null;
  const cut = editedInPlace(arranged, scene, change);
  return cut
    ? { ...scenes, cut }
    : laidOutAnew(layingOf(arranged), scene, change, arranged.scenes[index + 1]);
}

/** Makes a change that moves scenes, or what belongs to one. */
function laidOutAnew(
  laying: Laying,
  scene: ArrangedScene,
  change: Change,
  next: ArrangedScene | undefined,
): SceneCut | null {
  switch (change.kind) {
    case 'retime':
      return retimePicture(laying, scene, change);
    case 'trim':
      return trimScene(laying, scene, change);
    case 'move':
      return moveScene(laying, scene, change);
    case 'remove':
      return removeScene(laying, scene);
    case 'duplicate':
      return duplicateScene(laying, scene, change);
    case 'split':
      return splitScene(laying, scene, change);
    case 'join':
      return next ? joinScenes(laying, scene, next) : null;
    default:
      return null;
  }
}

const isFree = ({ sceneIds }: SceneCut, sceneId: string): boolean => !sceneIds.includes(sceneId);

/** Makes a change that moves nothing; null for other changes. */
function editedInPlace(arranged: ArrangedCut, scene: ArrangedScene, change: Change): Timeline | null {
  switch (change.kind) {
    case 'frame':
      return framePictures(arranged, scene, change);
    case 'level':
      return setLevel(arranged, scene, change);
    case 'transition':
      return setTransition(arranged, scene, change);
    case 'caption':
      return setCaption(arranged, scene, change);
    case 'note':
      return setNote(arranged, scene, change);
    default:
      return null;
  }
}

function withAdded(scenes: SceneCut, change: ChangeOf<'add'>): SceneCut | null {
  const { sceneId, durationFrames } = change;
  const added = cutWith(scenes.cut, change.media);
  if (!added || added.media.size === null || !isFree(scenes, sceneId)) return null;
  const clip: Clip = {
    kind: 'clip',
    name: added.media.fileName,
    mediaId: added.media.mediaId,
    sourceStartFrame: 0,
    durationFrames,
    linkId: null,
    note: null,
  };
  const [shown = clip] = withinMedia(clip, added.media);
  const laying = layingOf(arrangedCutOf({ ...scenes, cut: added.cut }));
  return addScene(laying, change, withHeldFrame(shown, durationFrames, change));
}

function withMedia(
  scenes: SceneCut,
  change: ChangeOf<'replacePicture'> | ChangeOf<'revoice'>,
): SceneCut | null {
  const added = cutWith(change.kind === 'revoice' ? withVoiceTrack(scenes.cut) : scenes.cut, change.media);
  if (!added) return null;
  const { cut, media } = added;
  const arranged = arrangedCutOf({ ...scenes, cut });
  const scene = arranged.scenes.find(({ sceneId }) => sceneId === change.sceneId);
  if (!scene) return null;
  if (change.kind === 'replacePicture')
    return media.size === null ? null : replacePicture(layingOf(arranged), scene, change, media);
  return media.audioChannels === null ? null : revoice(layingOf(arranged), scene, media);
}

function withVoiceTrack(cut: Timeline): Timeline {
  if (voiceTrackIndex(cut) !== -1) return cut;
  return { ...cut, tracks: [...cut.tracks, { kind: 'audio', name: 'Speech', role: 'dialogue', items: [] }] };
}

/** Adds media under an id of their own, unless the cut has the same file; null for media that break the model's rules. */
function cutWith(
  cut: Timeline,
  media: MediaReference,
): { readonly cut: Timeline; readonly media: MediaReference } | null {
  const { location, kind } = media;
  const known = cut.media.find((one) => location !== '' && one.location === location && one.kind === kind);
  if (known) return { cut, media: known };
  const mediaId = uniqueMediaId(media.mediaId, new Set(cut.media.map((one) => one.mediaId)));
  const added = { ...media, mediaId, fileName: freeName(media.fileName, cut.media) };
  try {
    checkTimeline({ ...cut, tracks: [], itemsWithoutMedia: [], media: [added] });
  } catch {
    return null;
  }
  return { cut: { ...cut, media: [...cut.media, added] }, media: added };
}

/** Returns a file name that no other media have, because comparisons and editors find media by their names. */
function freeName(fileName: string, media: readonly MediaReference[]): string {
  const taken = new Set(media.map(stemOf));
  const [, stem = fileName, extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(fileName) ?? [];
  let name = fileName;
  for (let count = 2; taken.has(stemOf({ fileName: name })); count += 1)
    name = `${stem}-${String(count)}${extension}`;
  return name;
}
