import type { FrameRate } from '../model/rational-time.ts';
import type { CaptionEdit } from './caption-edits.ts';
import type { Draft } from './draft.ts';
import type { Edit, EditChange, FrameSpan } from './edit.ts';
import { type ItemEdit, labelOfItem } from './item-edits.ts';
import type { MarkerEdit } from './marker-edits.ts';
import { type Cut, type CutEvent, type CutItem, endOf, spanOf, straightSpanOf } from './match/cut-event.ts';
import type { Scenes } from './match/scenes.ts';
import { messageOf, moreCaptions, placeWords, type Subject } from './messages.ts';
import type { SettingEdit } from './setting-edits.ts';

/** Changes to a picture and its sound at once, the picture first. */
type LinkedDrafts = readonly [Draft, ...Draft[]];

/** Merges the same change of a picture and of the sound beneath it. */
function linkDrafts(drafts: readonly Draft[], pictureOf: PictureOf): readonly LinkedDrafts[] {
  const groups = new Map<string, [Draft, ...Draft[]][]>();
  for (const draft of drafts) {
    const key = sameness(draft, pictureOf);
    const some = groups.get(key) ?? [];
    const kind = kindOf(draft);
    const partner = some.find((group) => group.every((other) => kindOf(other) !== kind));
    if (partner === undefined) some.push([draft]);
    else if (kind === 'video') partner.unshift(draft);
    else partner.push(draft);
    groups.set(key, some);
  }
  return [...groups.values()].flat();
}

function kindOf({ before, after }: Draft): 'video' | 'audio' {
  return (before ?? after)?.trackKind ?? 'video';
}

/** Key of a change, equal for a picture and its sound; different if replaced, because their media names differ. */
function sameness({ change, before, after }: Draft, pictureOf: PictureOf): string {
  if (!before || !after) {
    const only = before ? pictureOf(before) : after;
    return JSON.stringify([change, only && spanOf(only), before !== null]);
  }
  const moved = [after.startFrame - before.startFrame, endOf(after) - endOf(before)];
  return JSON.stringify([change, spanOf(pictureOf(before)), moved]);
}

/** Returns the delivered picture above a sound. Pictures, and sounds without one, return themselves. */
type PictureOf = (event: CutEvent) => CutEvent;

/**
 * Finds the picture of a sound, so that both belong to the same scene. If a transition begins before a picture's cut,
 * the sound still starts at the straight cut, earlier than its picture by that lead.
 */
function pictureFinder({ tracks, primaryIndex }: Cut): PictureOf {
  const pictures = tracks[primaryIndex] ?? [];
  const byLink = new Map<string, CutEvent[]>();
  for (const picture of pictures) {
    const { linkId } = picture.clip;
    if (linkId !== null) byLink.set(linkId, [...(byLink.get(linkId) ?? []), picture]);
  }
  const isUnder = (sound: CutEvent, picture: CutEvent): boolean => {
    const straight = straightSpanOf(picture, pictures[picture.order + 1]);
    return (
      sound.startFrame >= straight.startFrame &&
      sound.startFrame <= picture.startFrame &&
      endOf(sound) >= straight.endFrame &&
      endOf(sound) <= endOf(picture)
    );
  };
  return (event) => {
    if (event.trackKind === 'video' || event.clip.linkId === null) return event;
    return byLink.get(event.clip.linkId)?.find((picture) => isUnder(event, picture)) ?? event;
  };
}

export interface Setting {
  readonly rate: FrameRate;
  readonly scenes: Scenes;
  readonly old: Cut;
  readonly now: Cut;
}

const sceneKinds: ReadonlySet<EditChange['kind']> = new Set(['removed', 'moved', 'trimmed']);

/** Returns the links of the sounds of a cut. Those that the returned cut lacks as a kind are not among them. */
function linksOfSounds({ events }: Cut): ReadonlySet<string | null> {
  return new Set(events.filter(({ trackKind }) => trackKind === 'audio').map(({ clip }) => clip.linkId));
}

interface SoundsOfLinks {
  /** Links that have sound. */
  readonly heard: ReadonlySet<string | null>;
  /** Removed clips. */
  readonly removed: ReadonlySet<CutEvent | null>;
}

/** Returns the subject of the sentence. If its sound goes along, the only picture of a scene counts as the scene. */
function whatOf(
  [draft, ...rest]: LinkedDrafts,
  { scenes, old }: Setting,
  { heard, removed }: SoundsOfLinks,
): Subject['what'] {
  const { before, change } = draft;
  if (kindOf(draft) === 'audio') return 'sound';
  if (before?.trackIndex !== old.primaryIndex || !sceneKinds.has(change.kind)) return 'picture';
  const { linkId } = before.clip;
  const hasSound = linkId !== null && heard.has(linkId);
  const isAlone = change.kind !== 'moved' && hasSound && rest.length === 0;
  const isHeardStill =
    change.kind === 'removed' &&
    old.events.some((one) => one.trackKind === 'audio' && one.clip.linkId === linkId && !removed.has(one));
  const scene = scenes.of(before);
  if (isAlone || isHeardStill || scene === null) return 'picture';
  const span = scenes.spanOf(scene);
  const others = [before.order - 1, before.order + 1].map((order) => old.tracks[before.trackIndex]?.[order]);
  const isOnly = others.every(
    (other) => !other || other.startFrame < span.startFrame || other.startFrame >= span.endFrame,
  );
  return isOnly ? 'scene' : 'picture';
}

function afterSceneOf({ change, after }: Draft, { scenes, now }: Setting): number | null {
  if (change.kind !== 'moved' || change.how !== 'order' || !after) return null;
  const previous = now.tracks[after.trackIndex]?.[after.order - 1];
  return previous ? scenes.ofReturned(previous) : 0;
}

/** Creates the edits of clips with their scenes and sentences. */
export function describeDrafts(drafts: readonly Draft[], setting: Setting): readonly Edit[] {
  const pictureOf = pictureFinder(setting.old);
  const gone = drafts.filter(({ change }) => change.kind === 'removed').map(({ before }) => before);
  const sounds = { heard: linksOfSounds(setting.old), removed: new Set(gone) };
  return linkDrafts(drafts, pictureOf).map((linked) => {
    const [draft] = linked;
    const { change, before, after, affectedFrames, last } = draft;
    const scene = before ? setting.scenes.of(before) : after && setting.scenes.ofReturned(after);
    const fileName = (before ?? after)?.fileName ?? '';
    const afterScene = afterSceneOf(draft, setting);
    const subject: Subject = {
      scene,
      fileName,
      afterScene,
      rate: setting.rate,
      what: whatOf(linked, setting, sounds),
      lastScene: last ? setting.scenes.of(last) : null,
    };
    return {
      ...change,
      scene,
      before: before && spanOf(before),
      after: after && spanOf(after),
      trackKinds: linked.map(kindOf),
      fileName,
      affectedFrames,
      message: messageOf(change, subject),
    };
  });
}

interface Place {
  readonly before: FrameSpan | null;
  readonly after: FrameSpan | null;
}

/** Creates an edit of something other than a clip. */
function editOf(change: EditChange, { before, after }: Place, { rate, scenes }: Setting, name = ''): Edit {
  const start = before?.startFrame;
  const scene = start === undefined ? scenes.atReturned(after?.startFrame ?? 0) : scenes.at(start);
  const subject = { scene, fileName: name, what: 'picture', rate, afterScene: null } as const;
  const span = before ?? after;
  return {
    ...change,
    scene,
    before,
    after,
    trackKinds: [],
    fileName: '',
    affectedFrames: span ? span.endFrame - span.startFrame : 0,
    message: messageOf(change, subject),
  };
}

/** Largest number of changes to captions that are described one by one. */
const maxCaptionEdits = 1000;

/** Describes changes to captions. Those beyond the limit are counted, at the place of the first of them. */
export function describeCaptions(changes: readonly CaptionEdit[], setting: Setting): readonly Edit[] {
  const edits = changes.slice(0, maxCaptionEdits).map((change) => describeCaption(change, setting));
  const next = changes[edits.length];
  if (!next) return edits;
  const change = { kind: 'caption', languageCode: '', oldText: '', newText: '' } as const;
  const more = editOf(change, next, setting);
  const parameters = { count: changes.length - edits.length };
  return [...edits, { ...more, scene: null, message: { key: moreCaptions, parameters } }];
}

function describeCaption({ change, before, after }: CaptionEdit, setting: Setting): Edit {
  const edit = editOf(change, { before, after }, setting);
  const isOfAll = change.kind === 'caption-time' && change.text === null;
  return isOfAll ? { ...edit, scene: null } : edit;
}

export function describeMarker(
  { change, name, newName, newKind, before, after }: MarkerEdit,
  setting: Setting,
): Edit {
  const spanAt = (frame: number | null): FrameSpan | null =>
    frame === null ? null : { startFrame: frame, endFrame: frame };
  const place = { before: spanAt(before), after: spanAt(after) };
  const edit = editOf({ kind: 'marker', change, newKind }, place, setting, name);
  return { ...edit, message: { ...edit.message, parameters: { ...edit.message.parameters, newName } } };
}

export function describeItem({ change, before, after, byFrames }: ItemEdit, setting: Setting): Edit {
  const spanAt = (item: CutItem | null): FrameSpan | null =>
    item && { startFrame: item.startFrame, endFrame: item.endFrame };
  const one = before ?? after;
  const span = spanAt(one) ?? { startFrame: 0, endFrame: 0 };
  const itemKind = one?.item.kind ?? 'other';
  const name = one ? labelOfItem(one.item) : '';
  const place = { before: spanAt(before), after: spanAt(after) };
  const edit = editOf({ kind: 'item', change, itemKind, byFrames }, place, setting, name);
  const parameters = {
    ...edit.message.parameters,
    newName: after ? labelOfItem(after.item) : '',
    ...(byFrames === 0 && placeWords(span, setting.rate)),
  };
  return { ...edit, message: { ...edit.message, parameters } };
}

/** Creates the edit of a setting, which concerns the whole cut. @param wholeFrames length of the delivered cut. */
export function describeSetting(edit: SettingEdit, rate: FrameRate, wholeFrames: number): Edit {
  return { ...editOfWhole({ kind: 'setting', ...edit }, rate), affectedFrames: wholeFrames };
}

export function describeLoss(
  loss: Extract<EditChange, { kind: 'format-loss' }>['loss'],
  rate: FrameRate,
): Edit {
  return editOfWhole({ kind: 'format-loss', loss }, rate);
}

/** Creates the loss of a file that is only inside a zip file. */
export function describeZippedMedia(fileName: string, rate: FrameRate): Edit {
  return editOfWhole({ kind: 'format-loss', loss: 'ZIPPED_MEDIA' }, rate, fileName);
}

/** Creates an edit of the cut as a whole. */
export function describeCut(change: Extract<EditChange, { kind: 'cut' }>['change'], rate: FrameRate): Edit {
  return editOfWhole({ kind: 'cut', change }, rate);
}

function editOfWhole(change: EditChange, rate: FrameRate, fileName = ''): Edit {
  const subject = { scene: null, fileName, what: 'picture', rate, afterScene: null } as const;
  return {
    ...change,
    scene: null,
    before: null,
    after: null,
    trackKinds: [],
    fileName: '',
    affectedFrames: 0,
    message: messageOf(change, subject),
  };
}
