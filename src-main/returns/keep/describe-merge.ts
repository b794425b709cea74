import type { ReturnUpdate, UpdateConflict } from '../../../src-shared/contract/return.ts';
import { diffCuts } from '../../../src-timeline/diff/diff-cuts.ts';
import type { Edit, EditKind, FrameSpan } from '../../../src-timeline/diff/edit.ts';
import { quotedText } from '../../../src-timeline/diff/messages.ts';
import type { Change, Conflict, MergeField } from '../../../src-timeline/merge/merge-types.ts';
import type { Timeline } from '../../../src-timeline/model/timeline.ts';
import { shownEdit, spoken } from '../read/shown-edit.ts';
import { stayingOf } from '../read/staying-items.ts';
import type { PicturesOfUpdate } from './conflict-pictures.ts';
import type { UpdatedEdit } from './update-edit.ts';

/** Kinds of edits of a clip that stays. */
const kindsOfClip: readonly EditKind[] = [
  ...(['split', 'joined', 'replaced', 'trimmed', 'slipped', 'retimed', 'level', 'motion'] as const),
  ...(['transition', 'effect', 'disabled', 'moved', 'slid'] as const),
];

/** Kinds of edits that describe a change; none where a clip was removed. */
const kindsOfField: Readonly<Record<MergeField, readonly EditKind[]>> = {
  added: ['added'],
  removed: [],
  order: ['moved'],
  place: ['moved', 'slid'],
  // A side is taken with everything that it changed about the clip.
  split: kindsOfClip,
  media: ['replaced'],
  cut: ['trimmed', 'slipped', 'retimed'],
  levels: ['level', 'transition'],
  motion: ['motion'],
  transition: ['transition'],
  disabled: ['disabled'],
  markers: ['marker'],
  items: ['item'],
  captions: ['caption', 'caption-time'],
  sequence: [],
};

/** A merge of the project's changes into a cut. */
export type DescribedMerge = Omit<UpdatedEdit, 'newCut' | 'places'>;

/** Describes a merge in sentences. Each change of the project is carried over, left out or to be decided on. */
export function describeMerge(
  { cuts, hashes, formats, lost, hasCaptions, sceneStarts, result }: DescribedMerge,
  picturesOf: PicturesOfUpdate['of'],
): Pick<ReturnUpdate, 'time' | 'carried' | 'left' | 'staying' | 'conflicts'> {
  const ours = diffCuts(cuts.base, cuts.ours, {
    formats,
    lost,
    hasCaptions,
    sceneStarts,
    hashesBefore: hashes.base,
    hashesAfter: hashes.ours,
  }).edits;
  const theirs = diffCuts(cuts.base, cuts.theirs, {
    sceneStarts,
    hashesBefore: hashes.base,
    hashesAfter: hashes.theirs,
  }).edits.filter(({ kind }) => kind !== 'format-loss');
  const undone = result.conflicts.filter(({ choice }) => choice === 'ours');
  const isOf = (edit: Edit, changes: readonly Change[]): boolean =>
    changes.some((change) => isOfField(edit, change) && touches(edit, change));
  const left = theirs.filter((edit) => isOf(edit, result.notCarried));
  // New words belong to the new sound of their scene.
  const keepsSound = new Set(
    theirs.filter((edit) => edit.trackKinds[0] === 'audio' && isOf(edit, undone)).map(({ scene }) => scene),
  );
  const carried = theirs.filter(
    (edit) =>
      !left.includes(edit) && !isOf(edit, undone) && !(isOfCaptions(edit) && keepsSound.has(edit.scene)),
  );
  return {
    time: timeOf(cuts.base),
    carried: carried.map(shownEdit),
    left: left.map(shownEdit),
    staying: stayingOf(result.cut),
    conflicts: result.conflicts.map((conflict) => ({
      ...describeConflict(conflict, { ours, theirs }),
      pictures: picturesOf(conflict),
    })),
  };
}

function describeConflict(
  conflict: Conflict,
  { ours, theirs }: Readonly<Record<'ours' | 'theirs', readonly Edit[]>>,
): Omit<UpdateConflict, 'pictures'> {
  const { id, field, subject, scene, places, mayTakeBoth } = conflict;
  const sentencesOf = (edits: readonly Edit[]): UpdateConflict['ours'] =>
    editsOf(conflict, edits).map(({ message }) => spoken(message));
  return {
    conflictId: id,
    field,
    subject,
    scene,
    place: places.base,
    ours: sentencesOf(ours),
    theirs: sentencesOf(theirs),
    mayTakeBoth,
  };
}

const isOfCaptions = ({ kind }: Edit): boolean => kind === 'caption' || kind === 'caption-time';

export function timeOf({ frameRate, startFrame, isDropFrame }: Timeline): ReturnUpdate['time'] {
  return { frameRate: { ...frameRate }, startFrame, isDropFrame };
}

/** Returns one side's edits to the subject of a conflict; any edits at its place where none match exactly. */
function editsOf(conflict: Change, edits: readonly Edit[]): readonly Edit[] {
  const near = edits.filter(
    (edit) => edit.kind !== 'format-loss' && (touches(edit, conflict) || isOfAllCaptions(edit, conflict)),
  );
  const exact = near.filter((edit) => isOfField(edit, conflict));
  return exact.length > 0 ? exact : near;
}

/** True for a change of all captions alike, which concerns each of them. */
function isOfAllCaptions({ kind, message }: Edit, { field }: Change): boolean {
  return field === 'captions' && kind === 'caption-time' && message.parameters['text'] === undefined;
}

function isOfField({ kind }: Edit, { field }: Change): boolean {
  const kinds = kindsOfField[field];
  return kinds.length === 0 ? field === 'removed' : kinds.includes(kind);
}

/** True if an edit belongs to a change. An edit described once for a picture and its sound belongs to both. */
function touches(edit: Edit, { places, scene, subject }: Change): boolean {
  const { base, theirs } = places;
  if (base === null && theirs === null) {
    const { text, name } = edit.message.parameters;
    if (isOfCaptions(edit) && text !== undefined) return text === quotedText(subject);
    return edit.kind === 'marker' || edit.kind === 'item'
      ? name === subject
      : scene !== null && edit.scene === scene;
  }
  const isThere = overlaps(edit.before, base) || (base === null && overlaps(edit.after, theirs));
  return isThere && (edit.trackKinds.length !== 1 || edit.fileName === subject);
}

function overlaps(one: FrameSpan | null, other: FrameSpan | null): boolean {
  return one !== null && other !== null && one.startFrame < other.endFrame && other.startFrame < one.endFrame;
}
