import type { ErrorBody } from '../../../src-shared/app-error.ts';
import {
  awaitsCut,
  type Return,
  type ReturnEdit,
  type ReturnUpdate,
} from '../../../src-shared/contract/return.ts';
import type { MessageKey, TextOf } from '../../../src-shared/i18n/messages.ts';
import { formatTimecode } from '../../format/timecode.ts';
import { nameReturnSource } from '../../i18n/name-return-source.ts';
import { courseOfUpdate, type UpdateCourse } from '../../state/return-updates.ts';

const tones = {
  settling: 'busy',
  described: 'caution',
  kept: 'good',
  uploaded: 'good',
  dismissed: 'idle',
  failed: 'bad',
} as const satisfies Record<Return['state'], string>;

/** A return's state as a colour of its dot. */
export function toneOfReturn({ state, isMissing }: Return): (typeof tones)[Return['state']] {
  return isMissing && !isDecided(state) ? 'bad' : tones[state];
}

export function describeReturnState({ state, isMissing }: Return, text: TextOf): string {
  return text(isMissing && !isDecided(state) ? 'return.state.missing' : `return.state.${state}`);
}

/** What is to be known of a return beside its edits; null where they say all. */
export function noteOfReturn({ state, kind, isMissing, counts, uploadId }: Return): MessageKey | null {
  if (isMissing && !isDecided(state)) return 'return.missing';
  if (state === 'settling') return 'return.settling';
  if (kind === 'movie') return movieNoteOf(state, uploadId);
  if (state === 'failed' || counts.edits > 0) return null;
  return kind === 'captions' ? 'return.captions' : 'return.same';
}

function movieNoteOf(state: Return['state'], uploadId: string | null): MessageKey {
  if (state === 'uploaded') return 'return.movie.uploaded';
  return uploadId === null ? 'return.movie' : 'return.movie.uploading';
}

function isDecided(state: Return['state']): boolean {
  return state === 'kept' || state === 'uploaded';
}

/** What made it, for the user. */
export function describeSource({ editor, isPractice }: Return, text: TextOf): string {
  return isPractice ? text('return.practice.from') : nameReturnSource(editor, text);
}

/** Why a movie cannot be sent; null where it can. */
export function whyNotUploaded({ state, isMissing, uploadId }: Return): MessageKey | null {
  if (uploadId !== null) return 'return.movie.uploading';
  if (state !== 'described') return 'return.upload.notYet';
  return isMissing ? 'return.keep.missing' : null;
}

/** Why one that is not decided on cannot be put away; null where it can. */
export function whyNotDismissed(record: Return): MessageKey | null {
  if (record.uploadId !== null) return 'return.movie.uploading';
  return awaitsCut(record) ? 'return.update.fetching' : null;
}

/** Why a return cannot become a version; null where it can. */
export function whyNotKept(record: Return): MessageKey | null {
  const { state, kind, isMissing } = record;
  if (kind === 'movie') return 'return.keep.movie';
  if (awaitsCut(record)) return 'return.update.fetching';
  if (state !== 'described') return 'return.keep.notYet';
  return isMissing ? 'return.keep.missing' : null;
}

/** Whether the project's later changes may be carried into it. */
export function canBeUpdated({ state, kind, isMissing }: Return): boolean {
  return kind !== 'movie' && (state === 'described' || state === 'kept') && !isMissing;
}

const updateNotes = {
  fetching: 'return.update.fetching',
  undecided: 'return.update.decide',
  same_cut: 'return.update.unchanged',
  cancelled: null,
  failed: null,
} as const satisfies Record<UpdateCourse, MessageKey | null>;

/** How the update of an edit with the project's present cut goes; null where there is nothing to say, or an error says it. */
export function noteOfUpdate(record: Return): MessageKey | null {
  const course = courseOfUpdate(record);
  return course && updateNotes[course];
}

/** Why the project's present cut is not there; null where it is, or was not asked for. */
export function failureOfUpdate(record: Return): ErrorBody | null {
  return noteOfUpdate(record) === null ? (record.awaitedCut?.error ?? null) : null;
}

/** Where a span begins; null for none. */
export function timecodeOfSpan(
  span: ReturnEdit['before'],
  { frameRate, startFrame, isDropFrame }: ReturnUpdate['time'],
): string | null {
  return span && formatTimecode(startFrame + span.startFrame, frameRate, isDropFrame);
}
