import type { Transfer } from '../../src-shared/contract/transfer.ts';
import type { Messages } from '../../src-shared/i18n/messages.ts';
import { nameWait } from './describe-wait.ts';

/** Describes the state of a transfer as precisely as main reports it. */
export function describeTransfer(transfer: Transfer, words: Pick<Messages, 'text' | 'languageTag'>): string {
  const { state, direction } = transfer;
  const { text } = words;
  if (state === 'running' || state === 'processing') return text(`transfer.state.${state}.${direction}`);
  if (state === 'waiting') return nameWait(transfer, words);
  return text(`transfer.state.${state}`);
}
