import type { Return } from '../../../src-shared/contract/return.ts';
import type { MessageKey, TextOf } from '../../i18n/messages.ts';

const tones = {
  settling: 'busy',
  described: 'caution',
  kept: 'good',
  dismissed: 'idle',
  failed: 'bad',
} as const satisfies Record<Return['state'], string>;

/** A return's state as a colour of its dot. */
export function toneOfReturn({ state, isMissing }: Return): (typeof tones)[Return['state']] {
  return isMissing && state !== 'kept' ? 'bad' : tones[state];
}

export function describeReturnState({ state, isMissing }: Return, text: TextOf): string {
  return text(isMissing && state !== 'kept' ? 'return.state.missing' : `return.state.${state}`);
}

/** What is to be known of a return beside its edits; null where they say all. */
export function noteOfReturn({ state, kind, isMissing, counts }: Return): MessageKey | null {
  if (isMissing && state !== 'kept') return 'return.missing';
  if (state === 'settling') return 'return.settling';
  if (kind === 'movie') return 'return.movie';
  if (state === 'failed' || counts.edits > 0) return null;
  return kind === 'captions' ? 'return.captions' : 'return.same';
}

/** Why a return cannot become a version; null where it can. */
export function whyNotKept({ state, kind, isMissing }: Return): MessageKey | null {
  if (kind === 'movie') return 'return.keep.movie';
  if (state !== 'described') return 'return.keep.notYet';
  return isMissing ? 'return.keep.missing' : null;
}
