import { expect, test } from 'vitest';
import type { Returns } from '../../../../src-main/returns/returns.ts';
import type { AppError } from '../../../../src-shared/app-error.ts';
import { aReturn } from '../../../fakes/a-return.ts';
import { openKeeping } from '../../../fakes/features/returns-fixture.ts';
import { TurnedClock } from '../../../fakes/turned-clock.ts';

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return (error as AppError).code;
  }
};

test('returns are listed newest first, by project and in pages, and say how many wait for the user', async () => {
  const { repository, returns } = await openKeeping();
  for (const [number, state] of (['described', 'failed', 'settling', 'dismissed', 'kept'] as const).entries())
    repository.put(aReturn({ returnId: `r${String(number)}`, state, returnedAt: 100 + number }));
  repository.put(aReturn({ returnId: 'other', projectId: 'project-2', returnedAt: 1 }));
  const idsOf = (request: Partial<Parameters<Returns['list']>[0]>): string[] =>
    returns
      .list({ projectId: null, withDismissed: false, offset: 0, limit: 10, ...request })
      .returns.map(({ returnId }) => returnId);
  expect(idsOf({})).toEqual(['r4', 'r2', 'r1', 'r0', 'other']);
  expect(idsOf({ withDismissed: true, projectId: 'project-1' })).toEqual(['r4', 'r3', 'r2', 'r1', 'r0']);
  expect(idsOf({ offset: 1, limit: 2 })).toEqual(['r2', 'r1']);
  const page = returns.list({ projectId: null, withDismissed: false, offset: 4, limit: 1 });
  expect(page).toMatchObject({ totalCount: 5, openCount: 3, dismissedCount: 0 });
  const whole = returns.list({ projectId: null, withDismissed: true, offset: 0, limit: 1 });
  expect(whole).toMatchObject({ totalCount: 6, openCount: 3, dismissedCount: 1 });
});

test('a return is read with its edits, put away, and taken back as it was', async () => {
  const { repository, returns, published } = await openKeeping();
  const span = { startFrame: 0, endFrame: 90 };
  const edits = aReturn().summary.map((sentence) => ({
    kind: 'removed' as const,
    scene: 3,
    before: span,
    after: null,
    sentence,
  }));
  repository.putWhole(aReturn(), { edits, staying: [], strips: null });
  repository.put(
    aReturn({
      returnId: 'broken',
      state: 'failed',
      error: { code: 'document_unreadable', message: '', details: {} },
    }),
  );
  expect(returns.get('return-1')).toMatchObject({ state: 'described', edits, strips: null });
  expect(returns.dismiss('return-1').state).toBe('dismissed');
  expect(codeOf(() => returns.restore('broken'))).toBe('conflict');
  expect(returns.restore('return-1').state).toBe('described');
  returns.dismiss('broken');
  expect(returns.restore('broken').state).toBe('failed');
  expect(published).toEqual([
    'return-1 dismissed',
    'return-1 described',
    'broken dismissed',
    'broken failed',
  ]);
  expect(returns.get('return-1').edits).toEqual(edits);
  await returns.reveal('return-1');
  expect(published.at(-1)).toBe(`revealed ${aReturn().path}`);
});

test('a kept return is not dismissed, and an unknown one is not found', async () => {
  const { repository, returns } = await openKeeping();
  repository.put(aReturn({ state: 'kept', keptAs: { deliveryId: 'd', versionName: 'Harbour_lights_v004' } }));
  expect(codeOf(() => returns.dismiss('return-1'))).toBe('conflict');
  expect(codeOf(() => returns.get('none'))).toBe('not_found');
  repository.put(aReturn({ returnId: 'gone', isMissing: true }));
  await expect(returns.reveal('gone')).rejects.toMatchObject({ code: 'not_found' });
});

test('the app closes although a scan for returns never ends', async () => {
  const timer = new TurnedClock();
  const scan = Promise.withResolvers<undefined>();
  const scanned = () => scan.promise;
  const watcher = { start: scanned, refresh: scanned, scanNow: scanned, dispose: scanned };
  const { returns } = await openKeeping(undefined, undefined, { timer, watcher });
  let isClosed = false;
  const closed = returns.dispose().then(() => (isClosed = true));
  await timer.advance(4_000);
  expect(isClosed).toBe(false);
  await timer.advance(1_000);
  expect(isClosed).toBe(true);
  await closed;
  scan.resolve(undefined);
});
