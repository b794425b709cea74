import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../../../src-main/app/compose.ts';
import type { Return } from '../../../src-shared/contract/return.ts';
import type { ReturnAction } from './app-order.ts';

export function returnsOf({ services }: App): readonly Return[] {
  return services.returns.list({ projectId: null, withDismissed: true, offset: 0, limit: 99 }).returns;
}

/** Waits until the return is described, then performs the user's action unless it is already done. */
export async function pursueReturn(app: App, action: ReturnAction): Promise<void> {
  const { returns } = app.services;
  const { returnId } = await found(app, ({ state }) => state !== 'settling');
  const { state, uploadId, awaitedCut } = returns.get(returnId);
  if (state !== 'described') return;
  if (action === 'dismiss') returns.dismiss(returnId);
  if (action === 'keep') await returns.keep(returnId);
  if (action === 'update') {
    if (awaitedCut === null || awaitedCut.error !== null) await returns.updateWithPresentCut(returnId);
    await found(
      app,
      ({ state: now, awaitedCut: cut }) => now === 'kept' || (cut !== null && cut.error !== null),
    );
  }
  if (action === 'upload') {
    if (uploadId === null) await returns.upload(returnId);
    await found(app, ({ state: now, uploadId: id }) => now === 'uploaded' || id === null);
  }
}

async function found(app: App, isWanted: (one: Return) => boolean): Promise<Return> {
  for (;;) {
    const one = returnsOf(app).find(isWanted);
    if (one) return one;
    await wait(20);
  }
}
