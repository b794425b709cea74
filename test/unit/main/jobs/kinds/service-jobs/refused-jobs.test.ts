import { expect, test } from 'vitest';
import { startJobs } from '../../../../../fakes/features/jobs-fixture.ts';
import { document, picture } from '../../../../../fakes/services/job-orders.ts';
import { JobStandIn } from '../../../../../fakes/services/job-stand-in.ts';

const { signal } = new AbortController();

async function create(code: string) {
  const service = await JobStandIn.start();
  const { jobs } = await startJobs(service.url);
  const requirement = { type: 'upgrade_plan' };
  service.fate = {
    status: code === 'not_authorized' ? 403 : 429,
    body: { message: 'No.', code, requirement },
  };
  const run = async (order = picture) => {
    const jobId = jobs.begin(order);
    const { status } = await jobs.reading(jobId, { signal }).catch(() => ({ status: 'failed' }));
    return { jobId, status, error: jobs.get(jobId).error };
  };
  return { service, jobs, run };
}

function pictureOf(body: object): typeof picture {
  return { ...picture, body: { ...picture.body, ...body } };
}

test('a job that needs a higher plan is not sent again with the same choices, whatever its words', async () => {
  const { service, jobs, run } = await create('not_authorized');
  await run(pictureOf({ quality: 'MAX' }));
  await run(pictureOf({ quality: 'MAX', prompt: 'Gulls' }));
  const again = await run(pictureOf({ quality: 'MAX', prompt: 'A quiet village at night' }));
  expect(again.error).toMatchObject({ code: 'forbidden', details: { requirement: 'upgrade_plan' } });
  expect(again.error?.details['refusedAt']).toBeGreaterThan(0);
  expect(service.starts).toHaveLength(1);
  expect(jobs.refusals().map(({ record }) => record.jobId)).toEqual([again.jobId]);
  await run(pictureOf({ quality: 'LOW' }));
  expect(service.starts).toHaveLength(2);
});

test('a job that the user starts again is sent, and its success lets the next be sent', async () => {
  const { service, jobs, run } = await create('not_authorized');
  const { jobId } = await run();
  service.fate = 'answered';
  const { jobId: retryId } = await jobs.retry(jobId);
  expect(await jobs.reading(retryId, { signal })).toMatchObject({ status: 'succeeded' });
  expect(await run()).toMatchObject({ status: 'succeeded' });
  expect(jobs.refusals()).toEqual([]);
  expect(service.starts).toHaveLength(3);
});

test('a lack of credits and the refusal of a document are not remembered', async () => {
  const noCredits = await create('insufficient_credits');
  await noCredits.run();
  await noCredits.run();
  expect(noCredits.service.starts).toHaveLength(2);
  const { service, jobs } = await create('not_authorized');
  for (let count = 0; count < 2; count += 1) {
    const jobId = jobs.begin(document);
    await jobs.reading(jobId, { signal }).catch(() => undefined);
  }
  expect(service.starts).toHaveLength(2);
});
