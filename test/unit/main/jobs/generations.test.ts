import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type App, compose } from '../../../../src-main/compose.ts';
import type { StartGeneration } from '../../../../src-shared/contract/generation.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { aGeneration } from '../../../fakes/main-records.ts';
import { stillBytes } from '../../../fakes/sample-project.ts';
import { ServiceStandIn } from '../../../fakes/service-stand-in.ts';
import { startApp, type TestPlatform } from '../../../fakes/test-platform.ts';
import { createHastyClock, until } from '../../../fakes/turned-clock.ts';

function request(change: Partial<StartGeneration> = {}): StartGeneration {
  return { ...aGeneration().request, script: '# Harbour lights\n\nThe harbour wakes.', ...change };
}

async function create() {
  const service = await ServiceStandIn.start();
  const { app, platform } = await startApp(service);
  const messages: { name: string; payload: unknown }[] = [];
  app.subscribe((message) => messages.push(message));
  return { service, app, platform, messages, generations: app.services.generations };
}

/** Closes the app and opens it again with the same folder, as a restart does. */
async function reopen(app: App, platform: TestPlatform, service: ServiceStandIn): Promise<App> {
  await app.dispose();
  const again = compose(platform, { version: '0', service: { kind: 'address', baseUrl: service.url } });
  await again.start();
  return again;
}

test('a script becomes a finished draft', async () => {
  const { service, generations, messages } = await create();
  const started = generations.startGeneration(
    request({ aspectRatio: '9:16', pacing: 'FAST', voiceId: 'Matilda', languageCode: 'de' }),
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
  await until(() => messages.some(({ name }) => name === 'project.changed'));
});

test('own material is sent first and used in its order, a written style is passed on', async () => {
  const { service, app, generations } = await create();
  const path = join(await makeFolder(), 'own.png');
  await writeFile(path, stillBytes);
  const { materialId } = await app.services.materials.add(await app.fileGrants.grantPath(path));
  const { generationId } = generations.startGeneration(
    request({ materialIds: [materialId], styleText: ' pencil drawing ' }),
  );
  await generations.settled(generationId);
  expect(service.starts[0]).toMatchObject({
    visualStyle: { type: 'AI_IMAGE', aiStyle: 'pencil drawing', restyleFeaturedBRollWithAiStyle: false },
    featuredBRollFileIds: [...service.uploads.keys()],
  });
});

test.each([
  ['no words', { script: ' \n' }, 'script_empty'],
  ['nothing a voice could say', { script: '🎬 … ✂️' }, 'script_not_speakable'],
  ['too many words', { script: 'a'.repeat(100_001) }, 'script_too_long'],
  ['material nobody knows', { materialIds: ['made-up'] }, 'not_found'],
])('a request with %s is refused and not kept', async (_name, change, code) => {
  const { generations } = await create();
  expect(() => generations.startGeneration(request(change))).toThrow(expect.objectContaining({ code }));
  expect(generations.list(10)).toEqual([]);
});

test('a failed run keeps the words of the service, and starts again with the same request', async () => {
  const { service, generations, platform } = await create();
  service.runError = { message: 'The script cannot be spoken.', code: 'content_policy' };
  const first = generations.startGeneration(request());
  await generations.settled(first.generationId);
  expect(generations.get(first.generationId)).toMatchObject({
    state: 'failed',
    error: { code: 'generation_failed', details: { reason: 'The script cannot be spoken.' } },
  });
  service.runError = null;
  const second = generations.retry(first.generationId);
  await generations.settled(second.generationId);
  expect(service.starts[1]).toEqual(service.starts[0]);
  expect(generations.list(10).map(({ state }) => state)).toEqual(['succeeded', 'failed']);
  expect(() => generations.retry(second.generationId)).toThrow(expect.objectContaining({ code: 'conflict' }));
  expect(platform.notices).toHaveLength(2);
});

describe('a start whose answer is lost', () => {
  test('is found among the runs and followed, never sent again', async () => {
    const { service, generations } = await create();
    service.losesStartAnswers = true;
    const { generationId } = generations.startGeneration(request());
    await generations.settled(generationId);
    expect(generations.get(generationId).state).toBe('succeeded');
    expect(service.starts).toHaveLength(1);
  });

  test('is found although the clock of this computer is ten minutes ahead', async () => {
    const clock = createHastyClock();
    const ahead = { ...clock, now: () => clock.now() + 600_000 };
    const service = await ServiceStandIn.start();
    const { app } = await startApp(service, { clock: ahead });
    const { generations } = app.services;
    service.losesStartAnswers = true;
    const { generationId } = generations.startGeneration(request());
    await generations.settled(generationId);
    expect(generations.get(generationId).state).toBe('succeeded');
  });

  test('is told from another run of the same minute by its title', async () => {
    const { service, generations } = await create();
    service.title = 'Something else';
    const foreignProjectId = service.addProject();
    service.title = 'Harbour Lights…';
    service.losesStartAnswers = true;
    const { generationId } = generations.startGeneration(request());
    await generations.settled(generationId);
    const record = generations.get(generationId);
    expect(record.state).toBe('succeeded');
    expect(record.projectId).not.toBe(foreignProjectId);
  });

  test('is not guessed among several that could be it', async () => {
    const { service, generations } = await create();
    service.title = 'Named by somebody';
    service.addProject();
    service.losesStartAnswers = true;
    const { generationId } = generations.startGeneration(request());
    await generations.settled(generationId);
    expect(generations.get(generationId)).toMatchObject({
      state: 'failed',
      error: { code: 'service_unreachable' },
    });
    expect(service.starts).toHaveLength(1);
  });

  test('fails without a second start when the service has no such run', async () => {
    const { service, generations } = await create();
    let starts = 0;
    service.intercept = ({ url }, response) => {
      if (!url.endsWith('script-to-video')) return false;
      starts += 1;
      response.destroy();
      return true;
    };
    const { generationId } = generations.startGeneration(request());
    await generations.settled(generationId);
    expect(generations.get(generationId)).toMatchObject({
      state: 'failed',
      error: { code: 'service_unreachable', details: { outcome: 'not_started' } },
    });
    expect(starts).toBe(1);
  });

  test('is found after a restart of the app', async () => {
    const { service, app, platform, generations } = await create();
    let arrived = false;
    service.intercept = ({ url }) => {
      arrived ||= url.endsWith('script-to-video');
      return false;
    };
    service.losesStartAnswers = true;
    const { generationId } = generations.startGeneration(request());
    await until(() => arrived);
    const again = await reopen(app, platform, service);
    await again.services.generations.settled(generationId);
    expect(again.services.generations.get(generationId).state).toBe('succeeded');
    expect(service.starts).toHaveLength(1);
    await again.dispose();
  });
});

test('a run that cannot be noted on a full disk is noted as soon as there is room', async () => {
  const { service, app, platform, generations } = await create();
  const { database } = app.services.state;
  service.intercept = ({ url }) => {
    if (url.endsWith('script-to-video')) {
      database.exec(
        "CREATE TEMP TRIGGER no_room BEFORE UPDATE ON generations BEGIN SELECT RAISE(ABORT, 'no room'); END",
      );
    }
    return false;
  };
  const { generationId } = generations.startGeneration(request());
  await until(() => platform.log.lines.some(({ level }) => level === 'error'));
  expect(generations.get(generationId)).toMatchObject({ state: 'starting', workflowRunId: null });
  database.exec('DROP TRIGGER no_room');
  await generations.settled(generationId);
  expect(generations.get(generationId)).toMatchObject({ state: 'succeeded', error: null });
  expect(service.starts).toHaveLength(1);
});

describe('calling off', () => {
  test('a running draft is confirmed by the service', async () => {
    const { service, generations } = await create();
    service.readsPerRun = 1_000_000;
    const { generationId } = generations.startGeneration(request());
    await until(() => generations.get(generationId).state === 'running');
    const cancelling = await generations.cancel(generationId);
    expect(['running', 'cancelled']).toContain(cancelling.state);
    await generations.settled(generationId);
    expect(generations.get(generationId)).toMatchObject({
      state: 'cancelled',
      isCancelling: false,
      error: null,
    });
    expect(service.cancelled).toHaveLength(1);
    await expect(generations.cancel(generationId)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('its project is told as stopped, for the service keeps it as being generated', async () => {
    const { app, service, generations } = await create();
    service.readsPerRun = 1_000_000;
    const { generationId } = generations.startGeneration(request());
    await until(() => generations.get(generationId).state === 'running');
    const statuses = async () =>
      (await app.services.projects.list(null, 50)).projects.map(({ status }) => status);
    expect(await statuses()).toEqual(['generating']);
    await generations.cancel(generationId);
    await generations.settled(generationId);
    expect(await statuses()).toEqual(['stopped']);
  });

  test('a draft whose material is still being sent ends at once and starts nothing', async () => {
    const { service, app, generations } = await create();
    const path = join(await makeFolder(), 'own.png');
    await writeFile(path, stillBytes);
    const { materialId } = await app.services.materials.add(await app.fileGrants.grantPath(path));
    service.intercept = ({ method }) => method === 'PUT';
    const { generationId } = generations.startGeneration(request({ materialIds: [materialId] }));
    await until(() => service.countOf('PUT', /./) === 1);
    expect(await generations.cancel(generationId)).toMatchObject({ state: 'cancelled' });
    expect(service.starts).toHaveLength(0);
  });

  test('a draft that is just starting is called off as soon as it has a run', async () => {
    const { service, generations } = await create();
    service.readsPerRun = 1_000_000;
    const gate = Promise.withResolvers<null>();
    service.intercept = async ({ url }) => {
      if (url.endsWith('script-to-video')) await gate.promise;
      return false;
    };
    const { generationId } = generations.startGeneration(request());
    await until(() => service.countOf('POST', /script-to-video/) === 1);
    expect(await generations.cancel(generationId)).toMatchObject({ state: 'starting', isCancelling: true });
    gate.resolve(null);
    await generations.settled(generationId);
    expect(generations.get(generationId).state).toBe('cancelled');
    expect(service.cancelled).toHaveLength(1);
  });

  test('a service that cannot be asked leaves the draft running', async () => {
    const { service, generations } = await create();
    service.readsPerRun = 1_000_000;
    const { generationId } = generations.startGeneration(request());
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

test('a draft that runs is followed again after a restart', async () => {
  const { service, app, platform, generations } = await create();
  service.readsPerRun = 1_000_000;
  const { generationId } = generations.startGeneration(request());
  await until(() => generations.get(generationId).state === 'running');
  await app.dispose();
  service.readsPerRun = 0;
  const again = await reopen(app, platform, service);
  await again.services.generations.settled(generationId);
  expect(again.services.generations.get(generationId).state).toBe('succeeded');
  expect(service.starts).toHaveLength(1);
  await again.dispose();
});

test('a run the service no longer knows ends as not found', async () => {
  const { service, generations } = await create();
  service.readsPerRun = 1_000_000;
  const { generationId } = generations.startGeneration(request());
  await until(() => generations.get(generationId).state === 'running');
  service.runs.clear();
  await generations.settled(generationId);
  expect(generations.get(generationId)).toMatchObject({ state: 'failed', error: { code: 'not_found' } });
});

test('many drafts are followed by the list, not one by one', async () => {
  const { service, generations } = await create();
  service.readsPerRun = 30;
  const ids = Array.from({ length: 12 }, () => generations.startGeneration(request()).generationId);
  await Promise.all(ids.map((id) => generations.settled(id)));
  expect(generations.list(20).every(({ state }) => state === 'succeeded')).toBe(true);
  const singles = service.countOf('GET', /runs\/vg_work/);
  const lists = service.countOf('GET', /workflows\/runs\?/);
  expect(lists).toBeGreaterThan(2);
  expect(singles).toBeLessThan(12 * 10);
});

test('changes are told whole, together, and without what the page must not know', async () => {
  const { generations, messages } = await create();
  const { generationId } = generations.startGeneration(request());
  await generations.settled(generationId);
  const changes = (): { generations: Record<string, unknown>[] }[] =>
    messages.filter(({ name }) => name === 'jobs.changed').map(({ payload }) => payload as never);
  await until(() => changes().some((change) => change.generations[0]?.['state'] === 'succeeded'));
  for (const { generations: told } of changes()) {
    expect(told).toHaveLength(1);
    expect(Object.keys(told[0] ?? {})).not.toContain('request');
    expect(Object.keys(told[0] ?? {})).not.toContain('workflowRunId');
  }
});
