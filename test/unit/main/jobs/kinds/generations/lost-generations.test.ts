import { describe, expect, test } from 'vitest';
import { aRequest, createWithStandIn, reopen } from '../../../../../fakes/features/generations-fixture.ts';
import { aGeneration } from '../../../../../fakes/main-records.ts';
import { createHastyClock, until } from '../../../../../fakes/turned-clock.ts';

/** Returns the fields of a start that left now by the clock of the service, which runs slower than that of the app. */
function justLost() {
  return { state: 'starting', submittedAtMs: Date.now(), clockAheadMs: 0 } as const;
}

describe('a start whose answer is lost', () => {
  test('is found although the clock of this computer is ten minutes ahead', async () => {
    const clock = createHastyClock();
    const ahead = { ...clock, now: () => clock.now() + 600_000 };
    const { service, generations } = await createWithStandIn({ clock: ahead });
    service.losesStartAnswers = true;
    const { generationId } = generations.startGeneration(aRequest());
    await generations.settled(generationId);
    expect(generations.get(generationId).state).toBe('succeeded');
  });

  test.each([-1, 1])('is found although the clock was set %i hours on since', async (hours) => {
    const clock = createHastyClock();
    let setOnMs = 0;
    const corrected = { ...clock, now: () => clock.now() + setOnMs };
    const { service, generations } = await createWithStandIn({ clock: corrected });
    service.losesStartAnswers = true;
    service.intercept = ({ url }) => {
      if (url.endsWith('script-to-video')) setOnMs = hours * 3_600_000;
      return false;
    };
    const { generationId } = generations.startGeneration(aRequest());
    await generations.settled(generationId);
    expect(generations.get(generationId)).toMatchObject({ state: 'succeeded', error: null });
    expect(service.starts).toHaveLength(1);
  });

  test.each([-1, 1])('is found although the clock was set %i hours on just before', async (hours) => {
    const clock = createHastyClock();
    let setOnMs = 0;
    const corrected = { ...clock, now: () => clock.now() + setOnMs };
    const { service, generations } = await createWithStandIn({ clock: corrected });
    service.title = 'An earlier film';
    await generations.settled(generations.startGeneration(aRequest()).generationId);
    service.title = 'Harbour Lights…';
    setOnMs = hours * 3_600_000;
    service.losesStartAnswers = true;
    const { generationId } = generations.startGeneration(aRequest());
    await generations.settled(generationId);
    expect(generations.get(generationId)).toMatchObject({ state: 'succeeded', error: null });
    expect(service.starts).toHaveLength(2);
  });

  test('is distinguished from another run of the same minute by its title', async () => {
    const { service, generations } = await createWithStandIn();
    service.title = 'Something else';
    const foreignProjectId = service.addProject();
    service.title = 'Harbour Lights…';
    service.losesStartAnswers = true;
    const { generationId } = generations.startGeneration(aRequest());
    await generations.settled(generationId);
    const record = generations.get(generationId);
    expect(record.state).toBe('succeeded');
    expect(record.projectId).not.toBe(foreignProjectId);
  });

  test('is not guessed among several that could be it', async () => {
    const { service, generations } = await createWithStandIn();
    service.title = 'Named by somebody';
    service.addProject();
    service.losesStartAnswers = true;
    const { generationId } = generations.startGeneration(aRequest());
    await generations.settled(generationId);
    expect(generations.get(generationId)).toMatchObject({
      state: 'failed',
      error: { code: 'start_unconfirmed' },
    });
    expect(service.starts).toHaveLength(1);
  });

  test('does not take the only run of the same minute when it is not named after the script', async () => {
    const { service, generations, generationRepository } = await createWithStandIn();
    generationRepository.put(
      aGeneration({ ...justLost(), generationId: 'never-arrived', request: aRequest() }),
    );
    service.title = 'A film of a colleague';
    service.addProject();
    generations.start();
    await generations.settled('never-arrived');
    expect(generations.get('never-arrived')).toMatchObject({
      state: 'failed',
      error: { code: 'start_unconfirmed', details: { outcome: 'unclear' } },
    });
    expect(service.starts).toHaveLength(0);
  });

  test.each([
    ['Harbour', 'succeeded'],
    ['harbour lights the', 'succeeded'],
    ['Lights; the harbour…', 'succeeded'],
    ['Harbour ligh…', 'succeeded'],
    ['Harbour ligh', 'failed'],
    ['bour lights', 'failed'],
  ] as const)('whose run is named %j has %s', async (title, state) => {
    const { service, generations } = await createWithStandIn();
    service.losesStartAnswers = true;
    service.title = title;
    const { generationId } = generations.startGeneration(aRequest());
    await generations.settled(generationId);
    expect(generations.get(generationId).state).toBe(state);
    expect(service.starts).toHaveLength(1);
  });

  test('of an answer that said it failed is unconfirmed when there is a run that may be it', async () => {
    const { service, generations } = await createWithStandIn();
    service.title = 'A film of a colleague';
    service.intercept = ({ url }, response) => {
      if (!url.endsWith('script-to-video')) return false;
      service.addProject();
      response.writeHead(500).end('{}');
      return true;
    };
    const { generationId } = generations.startGeneration(aRequest());
    await generations.settled(generationId);
    expect(generations.get(generationId).error).toMatchObject({
      code: 'start_unconfirmed',
      details: { outcome: 'unclear' },
    });
  });

  test('is left to the user where the service cannot show its runs, and others start meanwhile', async () => {
    const { service, generations } = await createWithStandIn();
    service.losesStartAnswers = true;
    service.intercept = ({ method, url }, response) => {
      if (method !== 'GET' || !url.includes('/workflows')) return false;
      response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
      return true;
    };
    const { generationId } = generations.startGeneration(aRequest());
    await generations.settled(generationId);
    expect(generations.get(generationId)).toMatchObject({
      state: 'failed',
      error: { code: 'start_unconfirmed', details: { outcome: 'unclear' } },
    });
    service.losesStartAnswers = false;
    service.intercept = () => false;
    const next = generations.startGeneration(aRequest());
    await generations.settled(next.generationId);
    expect(generations.get(next.generationId).state).toBe('succeeded');
    expect(service.starts).toHaveLength(2);
  });
});

describe('several starts whose answers are lost', () => {
  test('each take a run of their own', async () => {
    const { service, generations } = await createWithStandIn();
    service.losesStartAnswers = true;
    service.readsPerRun = 3;
    const ids = [1, 2, 3].map(() => generations.startGeneration(aRequest()).generationId);
    await Promise.all(ids.map((id) => generations.settled(id)));
    const records = ids.map((id) => generations.get(id));
    expect(records.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(new Set(records.map(({ workflowRunId }) => workflowRunId)).size).toBe(3);
    expect(service.starts).toHaveLength(3);
  });

  test('do not take the run of another one by a title that does not match', async () => {
    const created = await createWithStandIn();
    const { generationRepository, service } = created;
    generationRepository.put(aGeneration({ ...justLost(), generationId: 'never-arrived' }));
    const script = 'Something else entirely.';
    generationRepository.put(
      aGeneration({ ...justLost(), generationId: 'arrived', request: aRequest({ script }) }),
    );
    service.title = 'Something else';
    service.addProject();
    const { generations } = await reopen(created);
    await Promise.all([generations.settled('never-arrived'), generations.settled('arrived')]);
    expect(generations.get('arrived')).toMatchObject({ state: 'succeeded' });
    expect(generations.get('never-arrived')).toMatchObject({
      state: 'failed',
      error: { code: 'start_unconfirmed' },
    });
    expect(service.starts).toHaveLength(0);
    service.title = 'The harbour';
    const { generationId } = generations.retry('never-arrived');
    await generations.settled(generationId);
    expect(service.starts).toHaveLength(1);
  });
});

test("two lost starts with the same heading take no run that may be the other one's", async () => {
  const created = await createWithStandIn();
  for (const part of ['one', 'two']) {
    const request = aRequest({ script: `# Harbour lights\n\nPart ${part}.` });
    created.generationRepository.put(aGeneration({ ...justLost(), generationId: part, request }));
  }
  created.service.addProject();
  const { generations } = await reopen(created);
  await Promise.all([generations.settled('one'), generations.settled('two')]);
  for (const part of ['one', 'two']) {
    expect(generations.get(part).error).toMatchObject({ details: { outcome: 'unclear' } });
  }
});

test('a lost start that was cancelled ends as cancelled when there is no run', async () => {
  const { service, generations } = await createWithStandIn();
  service.intercept = ({ url }, response) => {
    if (!url.endsWith('script-to-video')) return false;
    response.destroy();
    return true;
  };
  const { generationId } = generations.startGeneration(aRequest());
  await until(() => generations.get(generationId).state === 'starting');
  await generations.cancel(generationId);
  await generations.settled(generationId);
  expect(generations.get(generationId)).toMatchObject({ state: 'cancelled', error: null });
});
