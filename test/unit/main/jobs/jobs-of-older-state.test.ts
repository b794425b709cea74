import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Clock } from '../../../../src-main/platform.ts';
import { closedAtMs, placeOlderState, readCarriedOut, rowsOf } from '../../../fakes/older-state.ts';
import { EveryKindService } from '../../../fakes/services/every-kind-service.ts';
import { startApp } from '../../../fakes/test-platform.ts';
import { createHastyClock, until } from '../../../fakes/turned-clock.ts';

/** Continues the time of day from the moment at which the older app closed, with short waits. */
function createClock(): Clock {
  const startedMs = performance.now();
  return {
    ...createHastyClock(20),
    now: () => closedAtMs + 5_000 + Math.floor(performance.now() - startedMs),
  };
}

async function openOlderState() {
  const { userData, rows } = await placeOlderState();
  const every = await EveryKindService.start();
  await every.replay(await readCarriedOut());
  const open = () => startApp(every.service, { paths: { userData, movies: null }, clock: createClock() });
  return { every, open, userData, rows };
}
type App = Awaited<ReturnType<Awaited<ReturnType<typeof openOlderState>>['open']>>['app'];

/** Returns the kind and title of every job of the older state, with its error code or its state. */
function jobsOf({ services: { state } }: App, rows: readonly string[]): string[] {
  const ids = new Set(rows.map((row) => (JSON.parse(row) as { id: string }).id));
  return rowsOf(state.database)
    .map((row) => JSON.parse(row) as { id: string; title: string; record: string })
    .filter(({ id }) => ids.has(id))
    .map(({ title, record }) => {
      const { kind, format, direction, state, error } = JSON.parse(record) as Record<
        string,
        string | null
      > & {
        error: { code: string } | null;
      };
      return `${kind ?? format ?? direction ?? 'generation'} ${title}: ${error?.code ?? state ?? ''}`;
    });
}

function idsIn(database: DatabaseSync, sql: string): string[] {
  return database
    .prepare(sql)
    .all()
    .map(({ id }) => String(id))
    .sort();
}

const unfinished = ['generations', 'deliveries', 'service_jobs', 'transfers']
  .map((table) => `SELECT id FROM ${table} WHERE is_finished = 0`)
  .join(' UNION ALL ');

/**
 * The app starts each waiting job once. It requests upload addresses again, because that state did not journal them and
 * they cost nothing.
 */
const wanted = [
  '/v1/assistants/asst_1/messages',
  '/v1/files/upload',
  '/v1/files/upload',
  '/v1/projects/proj_1/export',
  '/v1/projects/proj_1/remix',
  '/v1/projects/proj_1/timeline-interchange',
  '/v1/projects/vg_proj_3/timeline-interchange',
  '/v1/tools/generate-image',
  '/v1/workflows/script-to-video',
];

/** Counts the ended jobs in notifications: one each, or the number in a gathered one. */
function endsNotified(notices: readonly string[]): number {
  const counts = notices.map((notice) => {
    const gathered = [...notice.matchAll(/(\d+) more (?:finished|failed)/g)];
    return gathered.length === 0 ? 1 : gathered.reduce((sum, [, count]) => sum + Number(count), 0);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

test('every job that an older app left running, unconfirmed or waiting ends once, nothing is asked for twice, and its state is kept', async () => {
  const { every, open, userData, rows } = await openOlderState();
  const { app, platform } = await open();
  const { database } = app.services.state;
  await until(() => every.starts.length >= wanted.length);
  expect([...every.starts].sort()).toEqual(wanted);
  every.endAll();
  await until(() => idsIn(database, unfinished).length === 0);
  expect(jobsOf(app, rows)).toEqual([
    'generation running harbour: succeeded',
    'generation unconfirmed harbour: succeeded',
    'generation waiting harbour: succeeded',
    'OTIO Harbour lights: done',
    'FCPXML Harbour lights: start_unconfirmed',
    'PREMIERE_XML Harbour lights: done',
    'interchange OTIO: succeeded',
    ...['tool', 'export', 'remix', 'interchange', 'message'].map((kind) => `${kind} running work: succeeded`),
    'interchange FCPXML: start_unconfirmed',
    ...['tool', 'export', 'remix'].map((kind) => `${kind} unconfirmed work: succeeded`),
    'interchange unconfirmed work: start_unconfirmed',
    'message unconfirmed work: succeeded',
    ...['tool', 'export', 'remix', 'interchange', 'message'].map((kind) => `${kind} waiting work: succeeded`),
    'upload running.png: done',
    'upload unconfirmed.png: done',
    'upload waiting.png: done',
  ]);
  const ids = rows.map((row) => (JSON.parse(row) as { id: string }).id).sort();
  expect(idsIn(database, 'SELECT id FROM ends').filter((id) => ids.includes(id))).toEqual(ids);
  await app.dispose();
  expect(endsNotified(platform.notices)).toBe(6);
  const again = await open();
  await again.app.dispose();
  expect([...every.starts].sort()).toEqual(wanted);
  expect(again.platform.notices).toEqual([]);
  const backups = (await readdir(userData)).filter((name) => name.includes('.backup-'));
  expect(backups).toHaveLength(1);
  const backup = new DatabaseSync(join(userData, backups[0] ?? ''), { readOnly: true });
  expect(backup.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
  expect(rowsOf(backup)).toEqual(rows);
  backup.close();
}, 120_000);
