import { expect, test } from 'vitest';
import { until } from '../fakes/turned-clock.ts';
import { isExhaustive, type KillPoint } from './support/crash-sample.ts';
import { recordFault } from './support/fault-table.ts';
import { canTrace, untracedReason } from './support/killed-run.ts';
import { checkpointBytes, LongDelivery } from './support/long-delivery.ts';

const part = 'B8 crash: long download';
const mebibyte = 1024 ** 2;
/**
 * Maximum of bytes that arrive during a sync until the app notices, plus those in the system's buffers. If the drive is
 * as fast as the wire, that is again the distance of two checkpoints.
 */
const inFlightBytes = checkpointBytes;

/** Approximate number of writes to the journal per checkpoint. */
const journalWrites = 10;

/** Place in a run where it notes a checkpoint of the movie. */
interface NotedCheckpoint {
  /** Number of file syncs before it. */
  readonly syncs: number;
  /** Number of journal writes before it. */
  readonly writes: number;
}

/** Tracks how much of the movie is written and how much of it is synced, from the system calls of a run. */
class MovieOnDisk {
  syncedBytes = 0;
  #writtenBytes = 0;
  #syncingBytes = 0;

  note(line: string): void {
    const [, length = '0', position = '0'] = /\.mp4>, .*, (\d+), (\d+)(?:\)| <)/.exec(line) ?? [];
    this.#writtenBytes = Math.max(this.#writtenBytes, Number(position) + Number(length));
    if (line.includes(' fdatasync(')) this.#syncingBytes = this.#writtenBytes;
    if (/ fdatasync(?:\(| resumed).* = 0$/.test(line)) this.syncedBytes = this.#syncingBytes;
  }
}

/** Returns the first write to the journal after each synced part of the movie. */
async function findCheckpoints({ site }: LongDelivery): Promise<NotedCheckpoint[]> {
  const checkpoints: NotedCheckpoint[] = [];
  const movie = new MovieOnDisk();
  let syncs = 0;
  let writes = 0;
  let notedBytes = 0;
  for (const line of await site.watch(['fdatasync', 'pwrite64'])) {
    movie.note(line);
    if (/ fdatasync\(/.test(line)) syncs += 1;
    if (!/ pwrite64\(\d+<[^>]*state\.sqlite-wal>/.test(line)) continue;
    if (movie.syncedBytes - notedBytes >= checkpointBytes) {
      checkpoints.push({ syncs, writes });
      notedBytes = movie.syncedBytes;
    }
    writes += 1;
  }
  return checkpoints;
}

/**
 * Kills a run and lets the next one finish the download.
 * @param kill Resolves with a description of the kill; null if the run ended before.
 * @returns the number of bytes that were synced then; null without a kill.
 */
async function survive(long: LongDelivery, kill: () => Promise<string | null>): Promise<number | null> {
  const { site, sendings } = long;
  site.reset();
  sendings.length = 0;
  const what = await kill();
  if (what === null) return null;
  site.checkAlways(what);
  expect(site.delivered().size, what).toBe(0);
  const certainBytes = long.certainBytes();
  const { sentBytes = 0 } = sendings[0] ?? {};
  expect(certainBytes, what).toBeLessThanOrEqual(sentBytes);
  expect(sentBytes - certainBytes, what).toBeLessThanOrEqual(checkpointBytes + inFlightBytes);
  const { rows } = await site.run();
  expect(rows[0], what).toMatchObject({ state: 'done', error: null });
  long.expectDone(what);
  // One request per run: the app requests no synced byte again, and the rest only once.
  expect(sendings, what).toMatchObject([{ startByte: 0 }, { startByte: certainBytes }]);
  return certainBytes;
}

/**
 * Returns a few points around the last checkpoints. If exhaustive, returns every sync, and every journal write from the
 * first checkpoint to beyond the last.
 */
function placesOf(checkpoints: readonly NotedCheckpoint[]): [fault: string, points: KillPoint[]][] {
  const first = checkpoints[0];
  const second = checkpoints[1];
  const last = checkpoints.at(-1);
  if (!first || !second || !last) throw new Error('The movie is too short for its checkpoints.');
  const syncs = isExhaustive ? upTo(last.syncs) : [second.syncs, last.syncs];
  const writes = isExhaustive
    ? upTo(last.writes + journalWrites).slice(first.writes)
    : [second.writes + 1, second.writes + journalWrites / 2];
  return [
    ['killed while bytes are made certain', syncs.map((point) => ({ call: 'fdatasync', point }))],
    ['killed while certain bytes are journalled', writes.map((point) => ({ call: 'pwrite64', point }))],
  ];
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

/** Kills at a system call. */
async function killAt(long: LongDelivery, at: KillPoint, fault: string): Promise<string | null> {
  const [, journalPath = ''] = long.site.statePaths;
  const paths = at.call === 'fdatasync' ? [] : [journalPath];
  const { killedAt } = await long.site.kill({ call: at.call, paths }, at.point);
  if (killedAt !== null) recordFault({ part, fault });
  return killedAt && `killed at ${at.call} ${String(at.point)}: ${killedAt}`;
}

/** Kills when the storage has sent this many bytes. */
async function killBehind(long: LongDelivery, sentBytes: number): Promise<string> {
  const run = long.site.start();
  await until(() => (long.sendings[0]?.sentBytes ?? 0) >= sentBytes);
  await run.kill();
  return `killed behind ${String(sentBytes)} bytes`;
}

test.skipIf(!canTrace)(
  `a long download killed at any moment goes on from what was certain${untracedReason}`,
  { timeout: 3_600_000 },
  async () => {
    const long = await LongDelivery.prepare();
    const checkpoints = await findCheckpoints(long);
    expect(checkpoints.length).toBeGreaterThan(1);
    let maxCertainBytes = 0;
    for (const [fault, points] of placesOf(checkpoints)) {
      let kills = 0;
      for (const at of points) {
        const certainBytes = await survive(long, () => killAt(long, at, fault));
        if (certainBytes === null) continue;
        kills += 1;
        maxCertainBytes = Math.max(maxCertainBytes, certainBytes);
      }
      expect(kills).toBeGreaterThan(0);
    }
    expect(maxCertainBytes).toBeGreaterThan(0);
    const between = isExhaustive ? [1, 40, 90, 150, 180, 210] : [150];
    recordFault({ part, fault: 'killed between two checkpoints', injected: between.length });
    for (const sent of between) await survive(long, () => killBehind(long, sent * mebibyte));
  },
);
