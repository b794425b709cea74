import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Transfer } from '../../../src-shared/contract/transfer.ts';
import type { Handlers } from '../../../src-shared/ipc/define.ts';
import type { Deliveries } from '../../deliveries/deliveries.ts';
import type { TransferQueue } from '../../transfers/queue/transfer-queue.ts';

type TransferCalls = Extract<keyof Handlers<AppContract>, `transfer.${string}`>;

export interface TransferHandlerDeps {
  readonly transfers: TransferQueue;
  /** Uploads of the active connection. */
  readonly uploads: () => { add(fileGrant: string): Promise<Transfer> };
  /** Uploads of the connection a transfer belongs to. */
  readonly uploadsOf: (transferId: string) => {
    decide(transferId: string, choice: 'reuse' | 'send'): Transfer | Promise<Transfer>;
    retry(transferId: string): Transfer | Promise<Transfer>;
  };
  readonly deliveriesOf: (deliveryId: string) => Pick<Deliveries, 'revealLog'>;
}

export function createTransferHandlers(
  deps: TransferHandlerDeps,
): Pick<Handlers<AppContract>, TransferCalls> {
  const { transfers, uploads, uploadsOf, deliveriesOf } = deps;
  return {
    'transfer.totals': () => transfers.totals(),
    'transfer.pause': ({ transferId }) => transfers.pause(transferId),
    'transfer.resume': ({ transferId }) => transfers.resume(transferId),
    'transfer.cancel': ({ transferId }) => transfers.cancel(transferId),
    'transfer.retry': ({ transferId }) => uploadsOf(transferId).retry(transferId),
    'transfer.move': ({ transferId, beforeTransferId }) => transfers.move(transferId, beforeTransferId),
    'transfer.pauseAll': () => transfers.pauseAll(),
    'transfer.resumeAll': () => transfers.resumeAll(),
    'transfer.upload': ({ fileGrant }) => uploads().add(fileGrant),
    'transfer.decide': ({ transferId, choice }) => uploadsOf(transferId).decide(transferId, choice),
    'transfer.revealLog': async ({ deliveryId }) => {
      await deliveriesOf(deliveryId).revealLog(deliveryId);
      return {};
    },
  };
}
