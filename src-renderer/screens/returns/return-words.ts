import type { ErrorBody } from '../../../src-shared/app-error.ts';
import { editorTitles } from '../../../src-shared/contract/editor.ts';
import {
  awaitsCut,
  type Return,
  type StayingItem,
  wholeChangeOf,
} from '../../../src-shared/contract/return.ts';
import type { MessageKey, TextOf } from '../../../src-shared/i18n/messages.ts';
import { versionNumberOf } from '../../i18n/name-cut.ts';
import { nameReturnSource } from '../../i18n/name-return-source.ts';
import { courseOfUpdate, type UpdateCourse } from '../../state/returns/return-updates.ts';

const tones = {
  settling: 'busy',
  described: 'caution',
  kept: 'good',
  uploaded: 'good',
  dismissed: 'idle',
  failed: 'bad',
} as const satisfies Record<Return['state'], string>;

/** Returns the colour of a return's status dot. */
export function toneOfReturn({
  state,
  isMissing,
  waitingFor,
  sequences,
}: Return): (typeof tones)[Return['state']] {
  if (waitingFor !== null) return 'caution';
  if (state === 'failed' && sequences.length > 0 && !isMissing) return 'caution';
  return isMissing && !isDecided(state) ? 'bad' : tones[state];
}

/** Returns the number of a version without the name of its project. */
export function shortVersion({ versionName }: Pick<Return, 'versionName'>): string {
  return versionNumberOf(versionName) ?? versionName;
}

export function describeReturnState(
  { state, isMissing, waitingFor, sequences, keptAs }: Return,
  text: TextOf,
): string {
  if (state === 'failed' && sequences.length > 0 && !isMissing) return text('return.state.undecided');
  if (waitingFor !== null) return text(`transfer.state.waiting.${waitingFor}`);
  if (state === 'kept' && keptAs) return text('return.state.keptAs', { version: shortVersion(keptAs) });
  return text(isMissing && !isDecided(state) ? 'return.state.missing' : `return.state.${state}`);
}

/** Returns a note on a return beside its edits; null if the edits say everything. */
export function noteOfReturn(record: Return): MessageKey | null {
  const { state, kind, isMissing, counts, uploadId } = record;
  const wait = noteOfWait(record);
  if (wait !== null) return wait;
  if (isMissing && !isDecided(state)) return 'return.missing';
  if (state === 'settling') return 'return.settling';
  if (kind === 'movie') return movieNoteOf(state, uploadId);
  if (state === 'failed' || counts.edits > 0) return null;
  return kind === 'captions' ? 'return.captions' : 'return.same';
}

/** Explains what an interrupted keep waits for; null without one. */
function noteOfWait({ waitingFor }: Return): MessageKey | null {
  return waitingFor && `transfer.waiting.${waitingFor}`;
}

function movieNoteOf(state: Return['state'], uploadId: string | null): MessageKey {
  if (state === 'uploaded') return 'return.movie.uploaded';
  return uploadId === null ? 'return.movie' : 'return.movie.uploading';
}

function isDecided(state: Return['state']): boolean {
  return state === 'kept' || state === 'uploaded';
}

/** Names the program that made a return, for the user. */
export function describeSource({ editor, isPractice }: Return, text: TextOf): string {
  return isPractice ? text('return.practice.from') : nameReturnSource(editor, text);
}

/** Returns the reason why a movie cannot be sent; null if it can. */
export function whyNotUploaded({ state, isMissing, uploadId }: Return): MessageKey | null {
  if (uploadId !== null) return 'return.movie.uploading';
  if (state !== 'described') return 'return.upload.notYet';
  return isMissing ? 'return.keep.missing' : null;
}

/** Returns the reason why an undecided return cannot be dismissed; null if it can. */
export function whyNotDismissed(record: Return): MessageKey | null {
  if (record.uploadId !== null) return 'return.movie.uploading';
  return awaitsCut(record) ? 'return.update.fetching' : noteOfWait(record);
}

/** Returns the reason why a return cannot become a version; null if it can. */
export function whyNotKept(record: Return): MessageKey | null {
  const { state, kind, isMissing } = record;
  if (kind === 'movie') return 'return.keep.movie';
  if (awaitsCut(record)) return 'return.update.fetching';
  const wait = noteOfWait(record);
  if (wait !== null) return wait;
  if (state !== 'described') return 'return.keep.notYet';
  if (isMissing) return 'return.keep.missing';
  const whole = wholeChangeOf(record);
  return whole && `return.keep.${whole}`;
}

/** True if the project's later changes may be carried into a return. */
export function canBeUpdated(record: Return): boolean {
  const { state, kind, isMissing, waitingFor } = record;
  const isKnown = state === 'described' || state === 'kept';
  const isEdit = kind !== 'movie' && wholeChangeOf(record) === null;
  return isEdit && isKnown && !isMissing && waitingFor === null;
}

/** Returns a text that differs with each state of a return in which it can be updated; null in the others. */
export function updatableStateOf(record: Return): string | null {
  const { returnId, returnedAt, keptAs, awaitedCut } = record;
  return canBeUpdated(record) ? JSON.stringify([returnId, returnedAt, keptAs, awaitedCut]) : null;
}

/** True if the cut of a return can be played. */
export function canBeWatched({ state, kind, isMissing }: Return): boolean {
  return kind === 'timeline' && !isMissing && state !== 'settling' && state !== 'failed';
}

const updateNotes = {
  fetching: 'return.update.fetching',
  undecided: 'return.update.decide',
  same_cut: 'return.update.unchanged',
  cancelled: null,
  failed: null,
} as const satisfies Record<UpdateCourse, MessageKey | null>;

/** Describes an edit's update with the project's present cut; null if there is no news, or an error explains it. */
export function noteOfUpdate(record: Return): MessageKey | null {
  const course = courseOfUpdate(record);
  return course && updateNotes[course];
}

/** Returns why the project's present cut is missing; null if it is there or was not requested. */
export function failureOfUpdate(record: Return): ErrorBody | null {
  return noteOfUpdate(record) === null ? (record.awaitedCut?.error ?? null) : null;
}

const namesOfFormat: Readonly<Record<StayingItem['formats'][number], string>> = {
  FCPXML: `${editorTitles.FINAL_CUT}, ${editorTitles.RESOLVE}`,
  PREMIERE_XML: editorTitles.PREMIERE,
  OTIO: 'OTIO',
  KDENLIVE: editorTitles.KDENLIVE,
  SHOTCUT: editorTitles.SHOTCUT,
  EDL: editorTitles.AVID,
};

/** Names the editors whose documents have a format. */
export function namesOfFormats(formats: StayingItem['formats']): string {
  return formats.map((format) => namesOfFormat[format]).join(', ');
}
