import { activityIdOf, type ActivityItem } from '../../../src-shared/contract/activity.ts';
import type { Delivery } from '../../../src-shared/contract/delivery.ts';
import type { MissingRoom, Transfer } from '../../../src-shared/contract/transfer.ts';
import { formatBytes } from '../../../src-shared/i18n/bytes.ts';
import type { Messages } from '../../../src-shared/i18n/messages.ts';
import { activityTitleOf } from '../../state/activity/activity-item.ts';
import type { QueueOrder } from '../../state/activity/queue-order.svelte.ts';
import { describeKind, describeState, describeVersion } from './activity-words.ts';

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly isMono?: boolean;
}

export interface FactSources {
  readonly messages: Messages;
  /** Name of the row's connection. */
  readonly connection: string;
  readonly queue: Pick<QueueOrder, 'numberOf' | 'line'>;
}

/** Formats a size with its exact bytes: `1.2 GB (1,240,000,000)`. */
function exactSize(bytes: number, { languageTag }: Messages): string {
  return `${formatBytes(bytes, languageTag)} (${new Intl.NumberFormat(languageTag).format(bytes)})`;
}

function roomFacts(room: MissingRoom | null, messages: Messages): readonly Fact[] {
  if (room === null) return [];
  const { text } = messages;
  return [
    { name: text('activity.fact.roomNeeded'), value: exactSize(room.neededBytes, messages) },
    { name: text('activity.fact.roomFree'), value: exactSize(room.freeBytes, messages) },
    { name: text('activity.fact.roomFolder'), value: room.folder, isMono: true },
  ];
}

function transferFacts(transfer: Transfer, { messages, queue }: FactSources): readonly (Fact | null)[] {
  const { text } = messages;
  const { owner, totalBytes, doneBytes, sha256, fileId } = transfer;
  const number = queue.numberOf(transfer.transferId);
  const place = number === null ? null : { number, count: queue.line.length };
  return [
    owner && { name: text('activity.fact.owner'), value: owner.title },
    totalBytes === null ? null : { name: text('activity.fact.size'), value: exactSize(totalBytes, messages) },
    doneBytes === 0 || doneBytes === totalBytes
      ? null
      : { name: text('activity.fact.done'), value: exactSize(doneBytes, messages) },
    place && { name: text('activity.fact.queue'), value: text('activity.fact.queueValue', place) },
    sha256 === null ? null : { name: text('activity.fact.sha256'), value: sha256, isMono: true },
    fileId === null ? null : { name: text('activity.fact.fileId'), value: fileId, isMono: true },
  ];
}

function deliveryFacts(delivery: Delivery, { messages }: FactSources): readonly (Fact | null)[] {
  const { text } = messages;
  const { folderPath, fileCount } = delivery;
  return [
    { name: text('activity.fact.version'), value: describeVersion(delivery, text) },
    folderPath === null ? null : { name: text('activity.fact.folder'), value: folderPath, isMono: true },
    delivery.state === 'done' ? { name: text('activity.fact.files'), value: String(fileCount) } : null,
    delivery.state === 'done'
      ? { name: text('activity.fact.size'), value: exactSize(delivery.receivedBytes, messages) }
      : null,
  ];
}

/** Returns everything known about a row, as names and values to copy. */
export function activityFacts(item: ActivityItem, sources: FactSources): readonly Fact[] {
  const { text, moment } = sources.messages;
  const { kind, record } = item;
  const ownFacts = {
    transfer: () => (kind === 'transfer' ? transferFacts(record, sources) : []),
    delivery: () => (kind === 'delivery' ? deliveryFacts(record, sources) : []),
    generation: () => [],
    job: () => [],
  };
  const projectId = 'projectId' in record ? record.projectId : null;
  const facts: readonly (Fact | null)[] = [
    { name: text('facts.name'), value: activityTitleOf(item) },
    { name: text('activity.fact.kind'), value: describeKind(item, text) },
    { name: text('activity.fact.state'), value: describeState(item, sources.messages) },
    ...ownFacts[kind](),
    ...('missingRoom' in record ? roomFacts(record.missingRoom, sources.messages) : []),
    { name: text('activity.fact.connection'), value: sources.connection },
    { name: text('activity.fact.added'), value: moment(record.createdAt) },
    record.finishedAt === null
      ? null
      : { name: text('activity.fact.ended'), value: moment(record.finishedAt) },
    projectId === null ? null : { name: text('activity.fact.projectId'), value: projectId, isMono: true },
    { name: text('activity.fact.id'), value: activityIdOf(item), isMono: true },
  ];
  return facts.filter((fact): fact is Fact => fact !== null);
}
