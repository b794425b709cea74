import type { ActivityItem } from '../../../src-shared/contract/activity.ts';
import type { Delivery } from '../../../src-shared/contract/delivery.ts';
import { needsDecision, type Transfer } from '../../../src-shared/contract/transfer.ts';
import { formatByteRate, formatBytes } from '../../../src-shared/i18n/bytes.ts';
import type { Messages, TextOf } from '../../../src-shared/i18n/messages.ts';
import { nameOfTool } from '../../components/tools/tool-request.ts';
import { describeGeneration } from '../../i18n/describe-generation.ts';
import { describeTimeLeft } from '../../i18n/describe-time-left.ts';
import { describeTransfer } from '../../i18n/describe-transfer.ts';
import { nameWait } from '../../i18n/describe-wait.ts';
import { nameEditors, versionNumberOf } from '../../i18n/name-cut.ts';
import { statusOfItem } from '../../state/activity/activity-item.ts';
import { isWaitingJob } from '../../state/jobs/service-queue.ts';

type Tone = 'good' | 'busy' | 'caution' | 'bad' | 'idle';

/** Messages with their language. */
type Words = Pick<Messages, 'text' | 'languageTag'>;

/** Names the kind of a row in one word. */
export function describeKind(item: ActivityItem, text: TextOf): string {
  if (item.kind === 'transfer') return text(`activity.kind.${item.record.direction}`);
  if (item.kind === 'job' && item.record.kind === 'tool') return nameOfTool(item.record.operation, text);
  return text(`activity.kind.${item.kind === 'job' ? item.record.kind : item.kind}`);
}

/** True for work that waits for its turn. */
export function isWaitingItem({ kind, record }: ActivityItem): boolean {
  return kind === 'generation' || kind === 'job' ? isWaitingJob(record) : record.state === 'queued';
}

/** Describes the state of a row as precisely as main reports it. */
export function describeState({ kind, record }: ActivityItem, words: Words): string {
  const { text } = words;
  if ('isCancelling' in record && record.isCancelling) return text('common.cancelling');
  if (kind === 'transfer') return describeTransfer(record, words);
  if (kind === 'generation') return describeGeneration(record, text);
  if (kind === 'job') return text(`activity.job.${isWaitingJob(record) ? 'queued' : record.state}`);
  if (record.waitingFor !== null) return nameWait(record, words);
  return text(`delivery.state.${record.state}`);
}

/** Returns the colour of a row's status dot. */
export function toneOf(item: ActivityItem): Tone {
  const { kind, record } = item;
  const ended = { done: 'good', failed: 'bad', cancelled: 'idle', open: null } as const;
  if ('isCancelling' in record && record.isCancelling) return 'caution';
  if (kind === 'transfer' && record.state === 'waiting') return 'caution';
  if (kind === 'delivery' && record.waitingFor !== null) return 'caution';
  const isStill = isWaitingItem(item) || record.state === 'paused';
  return ended[statusOfItem(item)] ?? (isStill ? 'idle' : 'busy');
}

/** Returns the index of the row that matters most: it runs or needs a decision, else it is the newest; -1 for none. */
export function mainRowOf(rows: readonly ActivityItem[]): number {
  const current = rows.findIndex(
    (row) => toneOf(row) === 'busy' || (row.kind === 'transfer' && needsDecision(row.record)),
  );
  if (current !== -1) return current;
  return rows.findIndex(({ record }) => rows.every((other) => other.record.createdAt <= record.createdAt));
}

/** Progress of a row, 0 to 1. Null: running with unknown progress. Undefined: no progress to show. */
export function progressOf(item: ActivityItem): number | null | undefined {
  if (statusOfItem(item) !== 'open') return undefined;
  if (item.kind !== 'transfer') return isWaitingItem(item) ? undefined : item.record.progress;
  const { state, doneBytes, totalBytes } = item.record;
  if (doneBytes === 0 && state !== 'running' && state !== 'checking') return undefined;
  return totalBytes === null || totalBytes === 0 ? null : Math.min(1, doneBytes / totalBytes);
}

function describeBytes({ state, doneBytes, totalBytes }: Transfer, { text, languageTag }: Words): string {
  const done = formatBytes(doneBytes, languageTag);
  if (totalBytes === null) return done;
  const total = formatBytes(totalBytes, languageTag);
  return state === 'done' || doneBytes === 0 ? total : text('transfer.amount', { done, total });
}

/** Formats a delivery's version and editors: `v003 · Kdenlive`; the editors alone until the version is known. */
export function describeVersion(delivery: Delivery, text: TextOf): string {
  const version = versionNumberOf(delivery.folderName ?? '');
  return [version, nameEditors(delivery, text)].filter((part) => part !== null).join(' · ');
}

/** Formats transferred and total bytes, or a job's percentage; empty if the row has neither. */
export function describeAmount(item: ActivityItem, { text, languageTag }: Words): string {
  const { kind, record } = item;
  const isOpen = statusOfItem(item) === 'open';
  if (kind === 'transfer') return describeBytes(record, { text, languageTag });
  if (kind === 'delivery' && record.state === 'done') return formatBytes(record.receivedBytes, languageTag);
  if (kind === 'delivery' && record.state === 'downloading' && record.totalBytes !== null) {
    const done = record.receivedBytes;
    const total = record.totalBytes;
    return text('transfer.amount', {
      done: formatBytes(done, languageTag),
      total: formatBytes(total, languageTag),
    });
  }
  return isOpen && !isWaitingItem(item) ? text('common.percent', { value: record.progress }) : '';
}

/** Formats bytes per second; empty while none move. */
export function describeSpeed({ kind, record }: ActivityItem, { languageTag }: Words): string {
  const moves = kind === 'transfer' ? record.state === 'running' : kind === 'delivery';
  if (!moves || !('bytesPerSecond' in record) || record.bytesPerSecond === null) return '';
  return formatByteRate(record.bytesPerSecond, languageTag);
}

/** Formats the remaining time of a row; empty if unknown. */
export function describeLeft({ kind, record }: ActivityItem, text: TextOf): string {
  if (kind === 'delivery') {
    const { receivedBytes, totalBytes, bytesPerSecond } = record;
    if (totalBytes === null || !bytesPerSecond) return '';
    return describeTimeLeft((totalBytes - receivedBytes) / bytesPerSecond, text);
  }
  if (kind !== 'transfer' || record.state !== 'running' || record.secondsLeft === null) return '';
  return describeTimeLeft(record.secondsLeft, text);
}
