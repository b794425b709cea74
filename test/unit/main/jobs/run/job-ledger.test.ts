import { expect, test } from 'vitest';
import { generationKind } from '../../../../../src-main/jobs/kinds/generations/generation-ledger.ts';
import { JobLedger } from '../../../../../src-main/jobs/run/job-ledger.ts';
import { WriteBatcher } from '../../../../../src-main/jobs/run/write-batcher.ts';
import { GenerationRepository } from '../../../../../src-main/state/generation-repository.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { fillDisk } from '../../../../fakes/features/generations-fixture.ts';
import { KeptLog, openStore } from '../../../../fakes/main-fixture.ts';
import { aGeneration } from '../../../../fakes/main-records.ts';
import { TurnedClock } from '../../../../fakes/turned-clock.ts';

/** Repository of generations on a drive that can be made to fail. */
class FailingRepository extends GenerationRepository {
  fails = false;

  override get(id: string) {
    if (this.fails) throw new AppError('state_unreadable', 'The drive does not answer.');
    return super.get(id);
  }
}

test('changes of an ended job survive the write of its end that was under way', async () => {
  const clock = new TurnedClock();
  const state = await openStore(clock);
  const repository = new GenerationRepository({ state, log: new KeptLog() });
  const endWrites = new WriteBatcher({ state });
  const events = { changed: () => undefined };
  const ledger = new JobLedger({ repository, events, endWrites, clock }, generationKind);
  const { generationId } = ledger.put(aGeneration({ state: 'running' }));
  ledger.finish(generationId, 'failed', { error: new AppError('generation_failed', 'It broke.') });
  const storing = ledger.storeEnd(generationId);
  ledger.updateEnded(generationId, { retriedAs: 'again' });
  await storing;
  expect(repository.get(generationId)).toMatchObject({ state: 'failed', retriedAs: 'again' });
  expect(ledger.get(generationId)).toMatchObject({ state: 'failed', retriedAs: 'again' });
  expect(ledger.hasEndToStore(generationId)).toBe(false);
});

test('the end of a job is known though the drive fails just then, and is stored when it is back', async () => {
  const clock = new TurnedClock();
  const state = await openStore(clock);
  const repository = new FailingRepository({ state, log: new KeptLog() });
  const endWrites = new WriteBatcher({ state });
  const events = { changed: () => undefined };
  const ledger = new JobLedger({ repository, events, endWrites, clock }, generationKind);
  const { generationId } = ledger.put(aGeneration({ state: 'running' }));
  repository.fails = true;
  ledger.finish(generationId, 'succeeded');
  expect(ledger.hasEndToStore(generationId)).toBe(true);
  repository.fails = false;
  expect(repository.get(generationId)).toMatchObject({ state: 'running' });
  await ledger.storeEnd(generationId);
  expect(repository.get(generationId)).toMatchObject({ state: 'succeeded', progress: 1, error: null });
  expect(ledger.hasEndToStore(generationId)).toBe(false);
});

test('a cancellation noted on a full disk holds until it is taken back', async () => {
  const clock = new TurnedClock();
  const state = await openStore(clock);
  const repository = new GenerationRepository({ state, log: new KeptLog() });
  const events = { changed: () => undefined };
  const deps = { repository, events, endWrites: new WriteBatcher({ state }), clock };
  const ledger = new JobLedger(deps, generationKind);
  const { generationId } = ledger.put(aGeneration({ state: 'running' }));
  fillDisk(state.database, 'generations');
  ledger.noteCancelling(generationId, true);
  expect(ledger.get(generationId).isCancelling).toBe(true);
  state.database.exec('DROP TRIGGER full');
  ledger.noteCancelling(generationId, false);
  expect(ledger.get(generationId).isCancelling).toBe(false);
});
