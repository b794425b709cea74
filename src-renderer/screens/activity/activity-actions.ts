import {
  type ActivityItem,
  activityStatusOf,
  isBoundToFinish,
} from '../../../src-shared/contract/activity.ts';
import { assetTools } from '../../../src-shared/contract/operation.ts';
import { needsDecision, type Transfer } from '../../../src-shared/contract/transfer.ts';
import { statusOfItem } from '../../state/activity/activity-item.ts';
import type { AppState } from '../../state/app-state.svelte.ts';
import { openAsDraft } from '../../state/draft/open-as-draft.ts';
import { openForm, showResults } from '../../state/tools/open-form.ts';

/** Actions for rows, the most likely first. */
export const allActions = [
  'reuse',
  'send',
  'pause',
  'resume',
  'retry',
  'results',
  'open',
  'duplicate',
  'reveal',
  'log',
  'cancel',
] as const;
export type ActivityAction = (typeof allActions)[number];
/** An action of one row; a cancel may first have to be asked about. */
export type PlainAction = Exclude<ActivityAction, 'cancel'>;

const pausable = new Set<Transfer['state']>(['queued', 'checking', 'running', 'waiting']);
const repeatable = new Set<Transfer['state']>(['failed', 'cancelled']);
const ended = new Set<Transfer['state']>(['done', 'failed', 'cancelled']);

function transferActions(transfer: Transfer): readonly (ActivityAction | null)[] {
  const { state, owner } = transfer;
  const isAsked = needsDecision(transfer);
  return [
    isAsked ? 'reuse' : null,
    isAsked ? 'send' : null,
    pausable.has(state) && !isAsked ? 'pause' : null,
    state === 'paused' ? 'resume' : null,
    repeatable.has(state) ? 'retry' : null,
    owner?.kind === 'delivery' ? 'log' : null,
    ended.has(state) ? null : 'cancel',
  ];
}

type JobItem = Exclude<ActivityItem, { kind: 'transfer' }>;

function mayBeCancelled({ kind, record }: JobItem, isConnected: boolean): boolean {
  if ('isCancelling' in record && record.isCancelling) return false;
  return !(kind === 'job' && isBoundToFinish(record) && isConnected);
}

/** False while a generation builds its project. Its cut plays while its movie is still rendered. */
function isProjectReady({ kind, record }: JobItem): boolean {
  if (record.projectId === null) return false;
  return kind !== 'generation' || activityStatusOf(record.state) !== 'open' || record.stage === 'movie';
}

/** What a run of a tool offers: its results, and its request in the form of the tool, if that has one. */
function runActions({ kind, record }: JobItem): readonly (ActivityAction | null)[] {
  if (kind !== 'job' || record.kind !== 'tool') return [];
  const hasForm = assetTools.some((tool) => tool === record.operation);
  return [record.state === 'succeeded' ? 'results' : null, hasForm ? 'duplicate' : null];
}

/** False for a generation of the assistant, whose request only its chat has. */
function hasRequest({ kind, record }: JobItem): boolean {
  return kind !== 'generation' || record.isByAssistant !== true;
}

function jobActions(item: JobItem, isConnected: boolean): readonly (ActivityAction | null)[] {
  const { kind, record } = item;
  const status = statusOfItem(item);
  const isRetried = 'retriedAs' in record && record.retriedAs !== undefined;
  return [
    (status === 'failed' || status === 'cancelled') && !isRetried && hasRequest(item) ? 'retry' : null,
    ...runActions(item),
    isProjectReady(item) ? 'open' : null,
    kind === 'generation' && hasRequest(item) ? 'duplicate' : null,
    kind === 'delivery' && record.state === 'done' ? 'reveal' : null,
    kind === 'delivery' ? 'log' : null,
    status === 'open' && mayBeCancelled(item, isConnected) ? 'cancel' : null,
  ];
}

/**
 * Returns the actions possible for a row at present, the most likely first.
 * @param hasFileManager true if the host can show files in a file manager.
 * @param isConnected true while the row's connection can be used.
 */
export function actionsOf(
  item: ActivityItem,
  hasFileManager: boolean,
  isConnected = true,
): readonly ActivityAction[] {
  const actions = item.kind === 'transfer' ? transferActions(item.record) : jobActions(item, isConnected);
  const isPossible = (action: ActivityAction): boolean =>
    hasFileManager || (action !== 'reveal' && action !== 'log');
  return actions.filter((action): action is ActivityAction => action !== null && isPossible(action));
}

/** Returns the delivery that a row is or belongs to. */
function deliveryIdOf({ kind, record }: ActivityItem): string | null {
  if (kind === 'delivery') return record.deliveryId;
  return kind === 'transfer' && record.owner?.kind === 'delivery' ? record.owner.id : null;
}

function runTransferAction(
  app: Pick<AppState, 'transfers'>,
  transferId: string,
  action: PlainAction,
): Promise<unknown> {
  if (action === 'pause') return app.transfers.pause(transferId);
  if (action === 'resume') return app.transfers.resume(transferId);
  return app.transfers.decide(transferId, action === 'reuse' ? 'reuse' : 'send');
}

/** What actions on rows use. */
type ActivityParts = Pick<AppState, 'activity' | 'transfers' | 'deliveries' | 'openProject' | 'toolRuns'> &
  Parameters<typeof openAsDraft>[0];

/** Opens the project of a row; at its chat, where the assistant is asked again. @throws AppError as main made it. */
async function openProjectOf(app: ActivityParts, item: JobItem): Promise<void> {
  const { projectId } = item.record;
  if (projectId === null) return;
  if (!hasRequest(item) && statusOfItem(item) !== 'done') app.navigation.projectTab = 'chat';
  await app.openProject(item.connectionId, projectId);
}

/** Runs an action on a row. @throws AppError as main made it. */
export async function runAction(app: ActivityParts, item: ActivityItem, action: PlainAction): Promise<void> {
  const deliveryId = deliveryIdOf(item);
  if (action === 'retry') await app.activity.retry(item);
  else if (action === 'log' && deliveryId !== null) await app.transfers.revealLog(deliveryId);
  else if (action === 'reveal' && deliveryId !== null) await app.deliveries.reveal(deliveryId);
  else if (action === 'duplicate' && item.kind === 'generation') await openAsDraft(app, item.record);
  else if (action === 'results' && item.kind === 'job') await showResults(app, item.record);
  else if (action === 'duplicate' && item.kind === 'job') await openForm(app, item.record);
  else if (item.kind === 'transfer') await runTransferAction(app, item.record.transferId, action);
  else await openProjectOf(app, item);
}
