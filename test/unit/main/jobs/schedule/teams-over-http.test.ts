import { expect, onTestFinished, test } from 'vitest';
import { RateBudget } from '../../../../../src-main/api/budget/rate-budget.ts';
import { TeamBudgets } from '../../../../../src-main/api/budget/team-budget.ts';
import { Availability } from '../../../../../src-main/api/http/availability.ts';
import { HttpClient } from '../../../../../src-main/api/http/http-client.ts';
import { Projects } from '../../../../../src-main/api/projects.ts';
import { Workflows } from '../../../../../src-main/api/workflows.ts';
import { createJobReaders } from '../../../../../src-main/jobs/schedule/job-readers.ts';
import { JobSchedule } from '../../../../../src-main/jobs/schedule/job-schedule.ts';
import { addressOf, KeptLog } from '../../../../fakes/main-fixture.ts';
import { sendJson, TestServer } from '../../../../fakes/test-server.ts';
import { createHastyClock, until } from '../../../../fakes/turned-clock.ts';

const hourMs = 3_600_000;
const limit = 600;

/**
 * Starts a service that counts each team's requests over an hour of a fast clock and refuses those beyond the limit.
 */
async function createLimiter() {
  const clock = createHastyClock(300);
  const startMs = clock.now();
  const teamBudgets = new TeamBudgets({ clock });
  const countOf = new Map<string, number>();
  let refused = 0;
  const server = await TestServer.start((request, response) => {
    const [team = '', connection = ''] = (request.headers.authorization ?? '').slice(7).split('.');
    const used = (countOf.get(team) ?? 0) + 1;
    countOf.set(team, used);
    countOf.set(connection, (countOf.get(connection) ?? 0) + 1);
    const headers = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - used)),
      'x-ratelimit-reset': String(Math.floor((startMs + hourMs) / 1_000)),
      date: new Date(clock.now()).toUTCString(),
    };
    if (used > limit) refused += 1;
    if (used > limit) return sendJson(response, 429, { message: 'No.', code: 'rate_limited' }, headers);
    return sendJson(response, 200, runningDocument(request.url.split('/').at(-1) ?? ''), headers);
  });
  /** Follows more jobs on a connection than its budget lets it read at full speed. */
  const follow = (team: string, connection: string): void => {
    const log = new KeptLog();
    const budget = new RateBudget({ clock, teamBudgets });
    budget.joinTeam(server.url, team);
    const availability = new Availability({ clock, log });
    const address = addressOf(server.url, `${team}.${connection}`);
    const http = new HttpClient({ address, budget, clock, log, availability });
    const schedule = new JobSchedule({
      clock,
      log,
      budget,
      availability,
      power: { onResume: () => () => undefined },
      readers: createJobReaders({
        http,
        workflows: new Workflows({ http }),
        projects: new Projects({ http }),
      }),
    });
    schedule.start();
    onTestFinished(() => schedule.dispose());
    for (let index = 0; index < 10; index += 1) {
      const ref = { kind: 'interchange', jobId: `vg_inte_${String(index)}`, parentId: null } as const;
      const { signal } = new AbortController();
      schedule.follow(ref, { signal, onUpdate: () => undefined }).catch(() => undefined);
    }
  };
  const hours = (): number => (clock.now() - startMs) / hourMs;
  return { follow, hours, countOf: (name: string) => countOf.get(name) ?? 0, refused: () => refused };
}

function runningDocument(interchangeJobId: string) {
  return {
    interchangeJobId,
    projectId: 'p',
    format: 'OTIO',
    mediaDelivery: 'BUNDLE',
    status: 'running',
    progressPercentage: 10,
    attemptIndex: 0,
    error: null,
    downloadUrl: null,
    downloadUrlExpiresAt: null,
    interchangeFileId: null,
    file: null,
  };
}

test('two connections of one team poll as one, those of two teams each for themselves', async () => {
  const { follow, hours, countOf, refused } = await createLimiter();
  follow('shared', 'one');
  follow('shared', 'other');
  follow('left', 'first');
  follow('right', 'second');
  await until(() => hours() > 0.25);
  const [shared, one, other] = ['shared', 'one', 'other'].map(countOf);
  const most = hours() * limit * 0.6 + 8;
  expect(shared).toBeLessThanOrEqual(most + 1);
  expect(Math.min(one ?? 0, other ?? 0)).toBeGreaterThan(0.3 * (shared ?? 0));
  expect(countOf('left') + countOf('right')).toBeGreaterThan(1.5 * (shared ?? 0));
  expect(refused()).toBe(0);
}, 20_000);
