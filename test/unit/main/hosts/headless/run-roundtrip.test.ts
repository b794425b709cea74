import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cancelledByUser } from '../../../../../src-main/foundation/wait.ts';
import { parseRoundtripOptions } from '../../../../../src-main/hosts/headless/roundtrip-options.ts';
import { runRoundtrip } from '../../../../../src-main/hosts/headless/run-roundtrip.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { ServiceStandIn } from '../../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../../fakes/test-platform.ts';
import { until } from '../../../../fakes/turned-clock.ts';

async function create() {
  const service = await ServiceStandIn.start();
  service.readsPerRun = 1_000_000;
  const { app, platform } = await startApp(service);
  const folder = await makeFolder('roundtrip');
  const script = join(folder, 'script.md');
  await writeFile(script, 'The harbour wakes.');
  const out = join(folder, 'out');
  const options = parseRoundtripOptions(['--script', script, '--out', out], undefined);
  const stopper = new AbortController();
  const result = runRoundtrip({
    tell: () => undefined,
    app,
    clock: platform.clock,
    options,
    signal: stopper.signal,
  });
  result.catch(() => undefined);
  const polls = () => service.countOf('GET', /runs\/vg_work/);
  await until(() => polls() > 0);
  return { service, out, result };
}

test('a service that goes away while the draft is made is given up', async () => {
  const { service, out, result } = await create();
  service.intercept = (_request, response) => {
    response.destroy();
    return true;
  };
  await expect(result).rejects.toMatchObject({ code: 'service_unreachable' });
  expect(await readdir(out)).toEqual([]);
});

test('an interrupt ends the command although a drive holds one of its pictures', async () => {
  const service = await ServiceStandIn.start();
  const { app, platform } = await startApp(service);
  const folder = await makeFolder('roundtrip');
  const script = join(folder, 'script.md');
  await writeFile(script, 'The harbour wakes.');
  const argv = ['--script', script, '--out', join(folder, 'out'), '--image', join(folder, 'a.png')];
  const stopper = new AbortController();
  const result = runRoundtrip({
    tell: () => undefined,
    app: {
      ...app,
      fileGrants: {
        ...app.fileGrants,
        grantPath: () => {
          stopper.abort(cancelledByUser);
          return new Promise(() => undefined);
        },
      },
    },
    clock: platform.clock,
    options: parseRoundtripOptions(argv, undefined),
    signal: stopper.signal,
  });
  await expect(result).rejects.toBe(cancelledByUser);
  expect(service.starts).toEqual([]);
});

test('a service that comes back in time is waited for', async () => {
  const { service, result } = await create();
  let refused = 0;
  service.intercept = (_request, response) => {
    refused += 1;
    if (refused > 2) return false;
    response.destroy();
    return true;
  };
  await until(() => refused > 2);
  service.readsPerRun = 0;
  expect(await result).toMatchObject({ title: 'Harbour lights' });
});

test('captions as a script are told, and only their words are sent', async () => {
  const service = await ServiceStandIn.start();
  const { app, platform } = await startApp(service);
  const folder = await makeFolder('roundtrip');
  const script = join(folder, 'captions.srt');
  await writeFile(script, '1\n00:00:01,000 --> 00:00:02,000\nThe gulls circle.\n');
  const told: string[] = [];
  const stopper = new AbortController();
  const result = runRoundtrip({
    tell: (line) => told.push(line),
    app,
    clock: platform.clock,
    options: parseRoundtripOptions(['--script', script, '--out', join(folder, 'out')], undefined),
    signal: stopper.signal,
  });
  result.catch(() => undefined);
  await until(() => service.starts.length > 0);
  stopper.abort(cancelledByUser);
  expect(told).toEqual([`${script} has captions: only their words are used.`]);
  expect(JSON.stringify(service.starts)).toContain('"The gulls circle."');
});
