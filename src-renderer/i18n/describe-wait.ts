import type { MissingRoom, WaitingFor } from '../../src-shared/contract/transfer.ts';
import type { Messages } from '../../src-shared/i18n/messages.ts';
import { describeMissingRoom } from '../format/missing-room.ts';

interface Waiting {
  readonly waitingFor: WaitingFor | null;
  readonly missingRoom: MissingRoom | null;
}

type Words = Pick<Messages, 'text' | 'languageTag'>;

/** Names a job's or transfer's blocker in a few words: `Waits for 3.2 GB`. */
export function nameWait({ waitingFor, missingRoom }: Waiting, { text, languageTag }: Words): string {
  if (missingRoom === null) return text(`transfer.state.waiting.${waitingFor ?? 'unknown'}`);
  return text('transfer.state.waiting.room', describeMissingRoom(missingRoom, languageTag));
}

/** Explains a blocker and how to resolve it; for a full drive, how much room is missing and where. */
export function explainWait(
  {
    waitingFor,
    missingRoom,
  }: { waitingFor: Exclude<WaitingFor, 'decision'>; missingRoom: MissingRoom | null },
  { text, languageTag }: Words,
): string {
  if (missingRoom === null) return text(`transfer.waiting.${waitingFor}`);
  return text('transfer.waiting.room', describeMissingRoom(missingRoom, languageTag));
}
