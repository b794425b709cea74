import { type ChildProcess, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../fakes/main-fixture.ts';
import { ServiceStandIn } from '../fakes/services/service-stand-in.ts';
import { recordFault } from './support/fault-table.ts';
import { compileCache, scenario } from './support/scenario.ts';

const many = 20;

interface Contender {
  readonly child: ChildProcess;
  /** Resolves with its next line. */
  readonly said: () => Promise<string>;
  /** Lets the app start. */
  readonly begin: () => void;
  /** Ends the app regularly, or kills it. */
  readonly end: (signal?: 'SIGKILL') => Promise<void>;
}

function spawnContender(userData: string, service: ServiceStandIn): Contender {
  const child = spawn(process.execPath, [scenario('app-contender'), userData, service.url, service.apiKey], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...compileCache() },
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    said: async () => {
      const { done, value } = await lines.next();
      return done === true ? 'nothing' : value;
    },
    begin: () => child.stdin.write('go\n'),
    end: async (signal) => {
      if (signal) child.kill(signal);
      else child.stdin.end();
      await ended;
    },
  };
}

/** Starts `count` apps at once, after all of them are loaded. */
async function race(count: number, userData: string, service: ServiceStandIn) {
  const contenders = Array.from({ length: count }, () => spawnContender(userData, service));
  expect(new Set(await Promise.all(contenders.map(({ said }) => said())))).toEqual(new Set(['ready']));
  for (const { begin } of contenders) begin();
  const outcomes = await Promise.all(contenders.map(({ said }) => said()));
  const [winner, ...more] = contenders.filter((_contender, index) => outcomes[index] === 'running');
  if (!winner || more.length > 0) throw new Error(`Not exactly one runs: ${outcomes.join(', ')}`);
  const losers = contenders.filter((contender) => contender !== winner);
  const codes = new Set(outcomes.filter((outcome) => outcome !== 'running'));
  return { winner, losers, codes };
}

/** Expects that the state is intact and that nothing was moved aside as broken. */
async function expectIntact(userData: string): Promise<void> {
  const database = new DatabaseSync(join(userData, 'state.sqlite'), { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
  expect((await readdir(userData)).filter((name) => name.includes('corrupt'))).toEqual([]);
}

test(
  'of many starts at once with one folder exactly one runs, and after each kill the next',
  { timeout: 300_000 },
  async () => {
    const service = await ServiceStandIn.start();
    const userData = join(await makeFolder('race'), 'user-data');
    recordFault({ part: 'B8 concurrency', fault: 'starts at once with one folder', injected: many });
    const first = await race(many, userData, service);
    expect(first.codes).toEqual(new Set(['conflict']));
    recordFault({ part: 'B8 concurrency', fault: 'start after the running one was killed' });
    await first.winner.end('SIGKILL');
    await Promise.all(first.losers.map(({ end }) => end()));
    await expectIntact(userData);
    recordFault({ part: 'B8 concurrency', fault: 'start while another runs', injected: 2 });
    const second = await race(2, userData, service);
    expect(second.codes).toEqual(new Set(['conflict']));
    await Promise.all(second.losers.map(({ end }) => end('SIGKILL')));
    const late = spawnContender(userData, service);
    await late.said();
    late.begin();
    expect(await late.said()).toBe('conflict');
    await late.end();
    await second.winner.end();
    const last = await race(1, userData, service);
    await last.winner.end();
    await expectIntact(userData);
  },
);
