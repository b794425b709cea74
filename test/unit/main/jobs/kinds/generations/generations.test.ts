import { describe, expect, test } from 'vitest';
import { ProjectService } from '../../../../../../src-main/projects/project-service.ts';
import { AppError } from '../../../../../../src-shared/app-error.ts';
import {
  aRequest,
  createWithStandIn,
  fillDisk,
  reopen,
} from '../../../../../fakes/features/generations-fixture.ts';
import { aGeneration } from '../../../../../fakes/main-records.ts';
import { until } from '../../../../../fakes/turned-clock.ts';

test('a script becomes a finished draft', async () => {
  const { service, generations, finished } = await createWithStandIn();
  const started = generations.startGeneration(
    aRequest({ aspectRatio: '9:16', visualPacing: 'FAST', voiceId: 'Matilda', language: 'de' }),
  );
  expect(started).toMatchObject({ state: 'queued', title: 'Harbour lights', progress: 0 });
  await generations.settled(started.generationId);
  expect(generations.get(started.generationId)).toMatchObject({
    state: 'succeeded',
    progress: 1,
    title: 'Harbour lights',
    projectId: expect.stringContaining('proj') as string,
    error: null,
  });
  expect(service.starts).toEqual([
    {
      script: '# Harbour lights\n\nThe harbour wakes.',
      visualStyle: { type: 'STOCK' },
      visualPacing: 'FAST',
      aspectRatio: { width: 9, height: 16 },
      autoExport: true,
      voiceId: 'Matilda',
      language: 'de',
    },
  ]);
  expect(finished).toEqual([started.generationId]);
});

test('own material is sent first and used in its order, a written style is passed on', async () => {
  const { service, generations } = await createWithStandIn();
  const { generationId } = generations.startGeneration(
    aRequest({
      featuredMaterialIds: ['own-1', 'own-2'],
      visualStyle: { type: 'AI_IMAGE', aiStyle: 'pencil drawing', restyleFeaturedBRollWithAiStyle: false },
    }),
  );
  await generations.settled(generationId);
  expect(service.starts[0]).toMatchObject({
    visualStyle: { type: 'AI_IMAGE', aiStyle: 'pencil drawing', restyleFeaturedBRollWithAiStyle: false },
    featuredBRollFileIds: ['file of own-1', 'file of own-2'],
  });
});

test.each([
  ['no words', { script: ' \n' }, 'script_empty'],
  ['nothing a voice could say', { script: '🎬 … ✂️' }, 'script_not_speakable'],
  ['too many words', { script: 'a'.repeat(100_001) }, 'script_too_long'],
  ['material nobody knows', { featuredMaterialIds: ['made-up'] }, 'not_found'],
])('a request with %s is refused and not kept', async (_name, change, code) => {
  const { generations } = await createWithStandIn();
  expect(() => generations.startGeneration(aRequest(change))).toThrow(expect.objectContaining({ code }));
  expect(generations.list(10)).toEqual([]);
});

describe('cancelling', () => {
  test('its project is reported as stopped, for the service keeps it as being generated', async () => {
    const { projects, generationRepository, service, generations } = await createWithStandIn();
    const cuts = { known: () => null } as never;
    const shown = new ProjectService({
      connectionId: 'local',
      projects,
      cuts,
      movies: { newerId: () => null } as never,
      generations: generationRepository,
      shell: { openUrl: () => Promise.resolve() },
      onChange: () => undefined,
      onMissing: () => undefined,
    });
    service.readsPerRun = 1_000_000;
    const { generationId } = generations.startGeneration(aRequest());
    await until(() => generations.get(generationId).state === 'running');
    const statuses = async () => (await shown.list(null, 50)).projects.map(({ status }) => status);
    expect(await statuses()).toEqual(['generating']);
    await generations.cancel(generationId);
    await generations.settled(generationId);
    expect(await statuses()).toEqual(['stopped']);
  });

  test('its project is reported as broken off if the service calls it ready, as with a cut but no movie', async () => {
    const { projects, generationRepository, service, generations } = await createWithStandIn();
    const shown = new ProjectService({
      connectionId: 'local',
      projects: {
        list: async (...request: Parameters<typeof projects.list>) => {
          const page = await projects.list(...request);
          return { ...page, items: page.items.map((each) => ({ ...each, status: 'ready' })) };
        },
      } as never,
      cuts: { known: () => null, getOrFetch: () => null } as never,
      movies: { newerId: () => null, hasNone: () => true } as never,
      generations: generationRepository,
      shell: { openUrl: () => Promise.resolve() },
      onChange: () => undefined,
      onMissing: () => undefined,
    });
    service.readsPerRun = 1_000_000;
    const { generationId } = generations.startGeneration(aRequest());
    await until(() => generations.get(generationId).state === 'running');
    await generations.cancel(generationId);
    await generations.settled(generationId);
    const { projects: listed } = await shown.list(null, 50);
    expect(listed.map(({ status, brokenOff }) => [status, brokenOff])).toEqual([['ready', 'cancelled']]);
  });

  test('a draft whose material is still being sent ends at once and starts nothing', async () => {
    const { service, generations, uploader } = await createWithStandIn();
    uploader.upload = (_ids, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new AppError('cancelled', 'stopped'));
        });
      });
    const { generationId } = generations.startGeneration(aRequest({ featuredMaterialIds: ['own'] }));
    await until(() => generations.get(generationId).state === 'uploading');
    expect(await generations.cancel(generationId)).toMatchObject({ state: 'cancelled' });
    expect(service.starts).toHaveLength(0);
  });

  test('a draft that is just starting is cancelled as soon as it has a run', async () => {
    const { service, generations } = await createWithStandIn();
    service.readsPerRun = 1_000_000;
    const gate = Promise.withResolvers<null>();
    service.intercept = async ({ url }) => {
      if (url.endsWith('script-to-video')) await gate.promise;
      return false;
    };
    const { generationId } = generations.startGeneration(aRequest());
    await until(() => service.countOf('POST', /script-to-video/) === 1);
    expect(await generations.cancel(generationId)).toMatchObject({ state: 'starting', isCancelling: true });
    gate.resolve(null);
    await generations.settled(generationId);
    expect(generations.get(generationId).state).toBe('cancelled');
    expect(service.cancelled).toHaveLength(1);
  });

  test('a running draft is cancelled at the service although the disk is full', async () => {
    const { service, generations, state } = await createWithStandIn();
    service.readsPerRun = 1_000_000;
    const { generationId } = generations.startGeneration(aRequest());
    await until(() => generations.get(generationId).state === 'running');
    fillDisk(state.database, 'generations');
    await generations.cancel(generationId);
    expect(service.cancelled).toHaveLength(1);
    state.database.exec('DROP TRIGGER full');
    await generations.settled(generationId);
    expect(generations.get(generationId)).toMatchObject({ state: 'cancelled', isCancelling: false });
  });

  test('a service that cannot be asked leaves the draft running', async () => {
    const { service, generations } = await createWithStandIn();
    service.readsPerRun = 1_000_000;
    const { generationId } = generations.startGeneration(aRequest());
    await until(() => generations.get(generationId).state === 'running');
    service.intercept = ({ url }, response) => {
      if (!url.endsWith('/cancel')) return false;
      response.writeHead(500).end();
      return true;
    };
    await expect(generations.cancel(generationId)).rejects.toMatchObject({ code: 'service_failed' });
    expect(generations.get(generationId)).toMatchObject({ state: 'running', isCancelling: false });
  });
});

test('a run the service no longer knows ends as not found', async () => {
  const { service, generations } = await createWithStandIn();
  service.readsPerRun = 1_000_000;
  const { generationId } = generations.startGeneration(aRequest());
  await until(() => generations.get(generationId).state === 'running');
  service.runs.clear();
  await generations.settled(generationId);
  expect(generations.get(generationId)).toMatchObject({ state: 'failed', error: { code: 'not_found' } });
});

test('many drafts are followed by the list, not one by one', async () => {
  const { service, generations } = await createWithStandIn();
  service.readsPerRun = 30;
  const ids = Array.from({ length: 12 }, () => generations.startGeneration(aRequest()).generationId);
  await Promise.all(ids.map((id) => generations.settled(id)));
  expect(generations.list(20).every(({ state }) => state === 'succeeded')).toBe(true);
  const singles = service.countOf('GET', /runs\/vg_work/);
  const lists = service.countOf('GET', /workflows\/runs\?/);
  expect(lists).toBeGreaterThan(2);
  expect(singles).toBeLessThan(12 * 10);
});

test('changes are reported whole, together, and without what the page must not know', async () => {
  const { generations, changes, activity } = await createWithStandIn();
  const { generationId } = generations.startGeneration(aRequest());
  await generations.settled(generationId);
  await until(() => changes.some((changed) => changed[0]?.state === 'succeeded'));
  for (const reported of changes) {
    expect(reported).toHaveLength(1);
    expect(Object.keys(reported[0] ?? {})).not.toContain('request');
    expect(Object.keys(reported[0] ?? {})).not.toContain('workflowRunId');
  }
  expect(activity).toContainEqual({ kind: 'generation', id: generationId });
});

describe('a job that has to wait does not fail', () => {
  describe('and is cancelled on a full disk', () => {
    const full =
      "CREATE TEMP TRIGGER full BEFORE UPDATE ON generations BEGIN SELECT RAISE(ABORT, 'no room'); END";

    async function createQueued() {
      const signedOut = () => Promise.reject(new AppError('signed_out', 'nobody'));
      const created = await createWithStandIn({
        address: { current: signedOut, renew: () => Promise.resolve(false) },
      });
      const { generationId } = created.generations.startGeneration(aRequest());
      await until(() => created.availability.state === 'signed_out');
      created.state.database.exec(full);
      return { ...created, generationId };
    }

    test('which is no success, holds while the app runs, and is saved at the latest when it closes', async () => {
      const { generations, generationRepository, state, generationId } = await createQueued();
      await expect(generations.cancel(generationId)).rejects.toThrow('no room');
      expect(generations.get(generationId).state).toBe('cancelled');
      expect(generationRepository.get(generationId)?.state).toBe('queued');
      state.database.exec('DROP TRIGGER full');
      await generations.dispose();
      expect(generationRepository.get(generationId)?.state).toBe('cancelled');
    });

    test('which the log tells where there is no room when the app closes', async () => {
      const { generations, generationId, log } = await createQueued();
      await expect(generations.cancel(generationId)).rejects.toThrow('no room');
      await generations.dispose();
      expect(log.lines).toContainEqual(
        expect.objectContaining({
          level: 'error',
          message: 'The end of a generation is lost: it could not be saved before the app closed.',
        }),
      );
    });
  });

  test('while the credential is refused in the middle of a run', async () => {
    const { service, generations, availability } = await createWithStandIn();
    service.readsPerRun = 1_000_000;
    const { generationId } = generations.startGeneration(aRequest());
    await until(() => generations.get(generationId).state === 'running');
    service.apiKey = 'another key';
    await until(() => availability.state === 'signed_out');
    expect(generations.get(generationId)).toMatchObject({ state: 'running', error: null });
    service.readsPerRun = 0;
    service.apiKey = 'key-of-the-test';
    availability.lookNow();
    await generations.settled(generationId);
    expect(generations.get(generationId).state).toBe('succeeded');
  });
});

test('a batch is started in its order and called as asked, and sent again after a restart starts nothing twice', async () => {
  const created = await createWithStandIn();
  const items = ['Harbour', 'Market', ''].map((title, index) => ({
    generationId: `batch-${String(index)}`,
    title,
    request: aRequest({ script: `Script ${String(index)}.` }),
  }));
  const first = created.generations.startBatch(items.slice(0, 2));
  expect(first.map(({ title }) => title)).toEqual(['Harbour', 'Market']);
  await created.generations.settled('batch-1');
  const { generations } = await reopen(created);
  expect(generations.startBatch(items).map(({ generationId }) => generationId)).toEqual(
    items.map(({ generationId }) => generationId),
  );
  await Promise.all(items.map(({ generationId }) => generations.settled(generationId)));
  expect(created.service.starts.map((start) => (start as { script: string }).script)).toEqual([
    'Script 0.',
    'Script 1.',
    'Script 2.',
  ]);
});

test('the title of a row stays the title of its draft and its project, also when it is tried again', async () => {
  const { service, generations, projects } = await createWithStandIn();
  service.runError = { type: 'FAILED', message: 'No voice.' };
  const item = { generationId: 'row-1', title: 'Solar at home', request: aRequest() };
  generations.startBatch([item]);
  await generations.settled('row-1');
  service.runError = null;
  const { generationId } = generations.retry('row-1');
  await generations.settled(generationId);
  const { title, projectId } = generations.get(generationId);
  expect(title).toBe('Solar at home');
  const { signal } = new AbortController();
  expect((await projects.get(projectId ?? '', signal)).title).toBe('Solar at home');
  expect((await projects.list(null, 10, signal)).items.map((project) => project.title)).toContain(title);
});

test('how long a run takes is learned from earlier ones of its kind, size and connection', async () => {
  const { generations, ledger } = await createWithStandIn();
  const nowSeconds = Math.floor(Date.now() / 1000);
  const earlier = (generationId: string, length: number, seconds: number, connectionId = 'local') =>
    ledger.put({
      ...aGeneration({ generationId, connectionId, state: 'succeeded' }),
      request: aRequest({ script: 'a'.repeat(length) }),
      // It waited for another before it began.
      submittedAtMs: (nowSeconds - 9_900) * 1000,
      begunAt: nowSeconds - 9_000,
      finishedAt: nowSeconds - 9_000 + seconds,
    });
  const expectedOf = async (script: string) => {
    const { generationId } = generations.startGeneration(aRequest({ script }));
    await generations.settled(generationId);
    return generations.get(generationId).expectedSeconds;
  };
  earlier('elsewhere', 100, 900, 'hosted');
  expect(await expectedOf('a'.repeat(100))).toBeUndefined();
  earlier('one', 100, 60);
  earlier('two', 200, 120);
  earlier('odd', 100, 600);
  earlier('far', 90_000, 60);
  expect(await expectedOf('a'.repeat(150))).toBe(90);
  // The same is told before a start.
  expect(generations.expect(aRequest({ script: 'a'.repeat(150) })).seconds).toBe(90);
  expect(generations.expect(aRequest({ script: 'a'.repeat(5_000) })).seconds).toBeNull();
});
