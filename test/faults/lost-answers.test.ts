import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFinishedGeneration } from '../../src-main/state/generation-repository.ts';
import { isFinishedServiceJob } from '../../src-main/state/service-job-repository.ts';
import { isFinishedTransfer } from '../../src-main/state/transfer-repository.ts';
import { aRequest } from '../fakes/features/generations-fixture.ts';
import { startJobs } from '../fakes/features/jobs-fixture.ts';
import { makeFolder, openStore } from '../fakes/main-fixture.ts';
import { beginAny, orders, unlistedOrders } from '../fakes/services/job-orders.ts';
import { JobStandIn } from '../fakes/services/job-stand-in.ts';
import { ServiceStandIn } from '../fakes/services/service-stand-in.ts';
import { TestServer } from '../fakes/test-server.ts';
import { settle, SkippingClock, until } from '../fakes/turned-clock.ts';
import { createUploads } from '../unit/main/transfers/upload/upload-fixture.ts';
import { UploadService } from '../unit/main/transfers/upload/upload-service.ts';
import { recordFault } from './support/fault-table.ts';
import { type LostAnswer, lostAnswers } from './support/lost-answers.ts';
import { PickyWire } from './support/picky-wire.ts';

const part = 'B6 wire, lost answers';
/** Deadline of one request, longer than everything here except an answer that never arrives. */
const deadlineMs = 3_000;
const hourMs = 3_600_000;

/** Creates a wire that loses the answer to every POST in one way; redirects to another server lead to `other`. */
async function loseAnswers(url: string, lost: LostAnswer, isPassedOn: boolean) {
  const wire = await PickyWire.start(url);
  const other = await TestServer.start((_request, response) => response.writeHead(200).end());
  wire.faultOf = ({ method, path }) => {
    if (method !== 'POST') return null;
    const answer = (response: Parameters<LostAnswer['answer']>[0]): void => {
      lost.answer(response, wire.url + path, other.url + path);
    };
    return { kind: 'answered between', isPassedOn, answer };
  };
  const posts = (): string[] => wire.seen.filter((line) => line.startsWith('POST '));
  return { wire, other, posts };
}
type Way = Awaited<ReturnType<typeof loseAnswers>>;

/** Resolves when `hasEnded` returns true, or after twenty minutes of the clock for jobs that never end. */
async function untilEnded(clock: SkippingClock, hasEnded: () => boolean): Promise<void> {
  const startMs = clock.monotonicMs();
  await until(() => hasEnded() || clock.monotonicMs() - startMs > 1_200_000);
}

/** Lets a day pass, hour by hour: longer than any pause between two attempts. */
async function passDay(clock: SkippingClock, { wire }: Way): Promise<void> {
  for (let hour = 0; hour < 24; hour += 1) {
    clock.skip(hourMs);
    await settle();
    await until(() => wire.underWay === 0);
  }
}

const cases = lostAnswers.flatMap((lost) =>
  [true, false].map((isPassedOn): [string, string, LostAnswer, boolean] => [
    isPassedOn ? 'carried out' : 'not passed on',
    lost.name,
    lost,
    isPassedOn,
  ]),
);

/** All orders concern different places, so that none waits for another. */
const all = [...orders, ...unlistedOrders];

/** Error in the record of a start whose outcome nobody knows. */
const unconfirmed = { code: 'start_unconfirmed' };

/** Prepares the jobs of an app whose requests to the service lose their answers. `open` starts them on one state. */
async function openBehind(service: JobStandIn | ServiceStandIn, lost: LostAnswer, isPassedOn: boolean) {
  const way = await loseAnswers(service.url, lost, isPassedOn);
  const clock = new SkippingClock();
  service.server.nowMs = () => clock.now();
  const state = await openStore(clock);
  const open = () => startJobs(way.wire.url, { state, clock, deadlineMs });
  return { way, clock, open };
}

test.each(cases)(
  'jobs that are %s and answered by %s leave once each, over restarts and a day',
  async (_what, _how, lost, isPassedOn) => {
    recordFault({ part, fault: `jobs: ${lost.name}`, injected: all.length });
    const service = await JobStandIn.start();
    const { way, clock, open } = await openBehind(service, lost, isPassedOn);
    const first = await open();
    const ids = all.map(([, order]) => beginAny(first.jobs, order));
    await until(() => way.posts().length >= ids.length && way.wire.underWay === 0);
    await first.dispose();
    const second = await open();
    second.jobs.start();
    await untilEnded(clock, () => ids.every((jobId) => isFinishedServiceJob(second.jobs.get(jobId))));
    await second.dispose();
    const third = await open();
    third.jobs.start();
    await passDay(clock, way);
    expect(way.posts()).toHaveLength(ids.length);
    expect(way.other.seen).toEqual([]);
    for (const [index, jobId] of ids.entries()) {
      const { state: end, error } = third.jobs.get(jobId);
      const what = all[index]?.[0];
      if (isPassedOn && index < orders.length) expect([what, end, error]).toEqual([what, 'succeeded', null]);
      else expect({ what, error }).toMatchObject({ what, error: unconfirmed });
    }
  },
);

test.each(cases)(
  'a generation that is %s and answered by %s leaves once, over restarts and a day',
  async (_what, _how, lost, isPassedOn) => {
    recordFault({ part, fault: `generation: ${lost.name}` });
    const service = await ServiceStandIn.start();
    const { way, clock, open } = await openBehind(service, lost, isPassedOn);
    const first = await open();
    const { generationId } = first.generations.startGeneration(aRequest());
    await until(() => way.posts().length > 0 && way.wire.underWay === 0);
    await first.dispose();
    const second = await open();
    second.generations.start();
    await untilEnded(clock, () => isFinishedGeneration(second.generations.get(generationId)));
    await second.dispose();
    const third = await open();
    third.generations.start();
    await passDay(clock, way);
    expect(way.posts()).toHaveLength(1);
    expect(way.other.seen).toEqual([]);
    const { state: end, error } = third.generations.get(generationId);
    if (isPassedOn) expect([end, error]).toEqual(['succeeded', null]);
    else expect({ end, error }).toMatchObject({ end: 'failed', error: unconfirmed });
  },
);

test.each(cases)(
  'the creation of an upload that is %s and answered by %s leaves once, over restarts and a day',
  async (_what, _how, lost, isPassedOn) => {
    recordFault({ part, fault: `upload: ${lost.name}` });
    const service = await UploadService.start();
    const way = await loseAnswers(service.url, lost, isPassedOn);
    service.publicUrl = way.wire.url;
    const clock = new SkippingClock();
    const path = join(await makeFolder('clip'), 'still.png');
    await writeFile(path, Buffer.from('\x89PNG\r\n\x1a\n bytes of a still', 'latin1'));
    const parts = { service, state: await openStore(clock), userData: await makeFolder('uploads') };
    const open = () => createUploads({ ...parts, clock, url: way.wire.url, deadlineMs });
    const first = await open();
    const { transferId } = await first.uploads.add(await first.grants.grantPath(path));
    await until(() => way.posts().length > 0 && way.wire.underWay === 0);
    await first.dispose();
    const second = await open();
    second.uploads.start();
    await untilEnded(clock, () => isFinishedTransfer(second.queue.get(transferId)));
    await second.dispose();
    const third = await open();
    third.uploads.start();
    await passDay(clock, way);
    expect(way.posts()).toHaveLength(1);
    expect(way.other.seen).toEqual([]);
    expect(third.queue.get(transferId)).toMatchObject({ state: 'failed', error: unconfirmed });
    way.wire.faultOf = () => null;
    await third.uploads.retry(transferId);
    await third.uploads.settled(transferId);
    expect(third.queue.get(transferId)).toMatchObject({ state: 'done', error: null });
  },
);
