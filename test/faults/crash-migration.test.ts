import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeFolder } from '../fakes/main-fixture.ts';
import { killAtPoints } from './support/crash-sample.ts';
import { recordFault } from './support/fault-table.ts';
import { canTrace, runProgram, runTraced, untracedReason } from './support/killed-run.ts';
import { scenario } from './support/scenario.ts';

const program = scenario('open-state');
const generationCount = 120;
/** Calls of a start that concern such a state and its backup. */
const plans = [
  { call: 'fsync', last: 12 },
  { call: 'pwrite64', last: 90 },
  { call: 'rename', last: 1 },
  { call: 'unlink', last: 2 },
  { call: 'chmod', last: 2 },
];
const tables = ['generations', 'deliveries', 'file_grants', 'materials', 'project_outlines'];

/** Writes a state as the first version of the app left it. */
function writeFirstVersion(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE settings (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;');
  for (const table of tables) {
    database.exec(
      `CREATE TABLE ${table} (id TEXT NOT NULL PRIMARY KEY, group_id TEXT, created_at INTEGER NOT NULL,
       is_finished INTEGER NOT NULL, record TEXT NOT NULL) STRICT`,
    );
  }
  const insert = database.prepare('INSERT INTO generations VALUES (?, NULL, ?, 1, ?)');
  for (let index = 0; index < generationCount; index += 1) {
    insert.run(`g${String(index)}`, index, JSON.stringify({ title: 'Old take', state: 'succeeded' }));
  }
  database.exec('PRAGMA user_version = 1');
  database.close();
}

test.skipIf(!canTrace)(
  `a state killed while it is brought up to date keeps every record, before and after${untracedReason}`,
  { timeout: 3_600_000 },
  async () => {
    const fault = 'killed while a state of the first version is brought up to date';
    const root = await makeFolder('migration');
    const old = join(root, 'old.sqlite');
    writeFirstVersion(old);
    const userData = join(root, 'data');
    const statePath = join(userData, 'state.sqlite');
    const paths = ['', '-wal', '-journal', '.backup-unfinished'].map((suffix) => statePath + suffix);
    const kills = await killAtPoints(plans, async ({ call, point }) => {
      rmSync(userData, { recursive: true, force: true });
      mkdirSync(userData, { mode: 0o700 });
      copyFileSync(old, statePath);
      const { killedAt } = await runTraced(
        program,
        [userData],
        { call, paths },
        `signal=KILL:when=${String(point)}`,
      );
      if (killedAt === null) return false;
      recordFault({ part: 'B8 crash: state', fault });
      const what = `killed at ${call} ${String(point)}: ${killedAt}`;
      const { stdout, stderr } = await runProgram(process.execPath, [program, userData]);
      expect(JSON.parse(stdout || '{}'), what + stderr).toEqual({
        isUpToDate: true,
        notices: [],
        generations: generationCount,
        activity: generationCount,
      });
      const database = new DatabaseSync(statePath);
      expect(database.prepare('PRAGMA integrity_check').get(), what).toEqual({ integrity_check: 'ok' });
      database.close();
      expect(existsSync(`${statePath}.backup-unfinished`), what).toBe(false);
      expect(
        readdirSync(userData).filter((name) => name.includes('.corrupt-')),
        what,
      ).toEqual([]);
      return true;
    });
    expect(kills).toBeGreaterThanOrEqual(plans.length);
  },
);
