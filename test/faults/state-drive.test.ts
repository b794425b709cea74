import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../fakes/main-fixture.ts';
import { recordFault } from './support/fault-table.ts';
import { canTrace, runProgram, runTraced, untracedReason } from './support/killed-run.ts';
import { scenario } from './support/scenario.ts';

const program = scenario('write-state');
const writes = 'pwrite64,write';
const full = { code: 'disk_full' };
const failing = { code: 'state_unreadable', details: { reason: 'drive' } };

/** Outcome of a write if the system fails these calls on the state and on the files beside it. */
const drives: [fault: string, call: string, error: string, reported: object][] = [
  ['a quota that is used up', writes, 'EDQUOT', full],
  ['a full drive', writes, 'ENOSPC', full],
  ['writes that fail', writes, 'EIO', { ...failing, details: { reason: 'drive', systemCode: 'EIO' } }],
  ['writes that do not reach the drive', 'fsync,fdatasync', 'EIO', failing],
  ['files that cannot be opened', 'openat', 'EIO', failing],
  ['a drive that became read-only', 'openat', 'EROFS', failing],
];

test.skipIf(!canTrace).each(drives)(
  `a state on a drive with %s is reported as that, and kept${untracedReason}`,
  async (fault, call, error, reported) => {
    recordFault({ part: 'B7 machine: drive', fault: `the state on a drive with ${fault}` });
    const userData = await makeFolder('drive');
    await runProgram(process.execPath, [program, userData]);
    const paths = ['state.sqlite-wal', 'state.sqlite-shm', 'probe'].map((name) => join(userData, name));
    const run = await runTraced(program, [userData], { call, paths }, `error=${error}`);
    expect(run.injected, run.stderr).toBeGreaterThan(0);
    expect(JSON.parse(run.stdout), run.stderr).toMatchObject(reported);
    const after = await runProgram(process.execPath, [program, userData]);
    expect(JSON.parse(after.stdout)).toBeNull();
    expect(readdirSync(userData)).not.toContain('probe');
  },
);
