import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { makeFolder } from '../../fakes/main-fixture.ts';
import type { AppOrder, AppReport } from '../scenarios/app-order.ts';
import { runProgram, runTraced, type TracedCall, type TracedRun, watchCalls } from './killed-run.ts';
import { StartedRun } from './started-run.ts';

const program = fileURLToPath(new URL('../scenarios/app.ts', import.meta.url));
const ownFile = 'notes of the editor.txt';
const ownText = 'Nobody but me writes this.';
/** Of the app, in a delivery folder, besides what it delivered. */
const temporaryPrefix = '.dailies-tmp-';

/** Words that must be in no file of the app. */
export const canaryKey = 'canary-key-of-the-crash-site';
const canaryOfLinks = 'secret-of-the-link';

/** What all runs of a site have in common. */
type SiteOrder = Pick<AppOrder, 'serviceUrl' | 'goal' | 'hurry'>;

/** Folders the app is run and killed in, put back to how they were before each try. */
export class CrashSite {
  readonly #root: string;
  readonly #order: SiteOrder;

  private constructor(root: string, order: SiteOrder) {
    this.#root = root;
    this.#order = order;
  }

  /**
   * Folders in which the app ran once, with a delivery folder that has a file of the user in it.
   * @param arrange what else is there before each try.
   */
  static async prepare(
    order: SiteOrder,
    arrange: (site: CrashSite) => Promise<void> = () => Promise.resolve(),
  ): Promise<CrashSite> {
    const site = new CrashSite(await makeFolder('crash'), order);
    mkdirSync(join(site.deliveryFolder, 'Harbour lights'), { recursive: true });
    for (const folder of ['', 'Harbour lights'])
      writeFileSync(join(site.deliveryFolder, folder, ownFile), ownText);
    await site.run({ kind: 'nothing' });
    await arrange(site);
    for (const [folder, name] of site.#folders)
      cpSync(folder, site.#template(name), { recursive: true, preserveTimestamps: true });
    return site;
  }

  get userData(): string {
    return join(this.#root, 'data');
  }

  get deliveryFolder(): string {
    return join(this.#root, 'out');
  }

  /** As after `prepare`. */
  reset(): void {
    for (const [folder, name] of this.#folders) {
      rmSync(folder, { recursive: true, force: true });
      cpSync(this.#template(name), folder, { recursive: true, preserveTimestamps: true });
    }
  }

  /** One whole run. @throws when the app does not end well. */
  async run(goal: AppOrder['goal'] = this.#order.goal): Promise<AppReport> {
    const { code, stdout, stderr } = await runProgram(process.execPath, [program, this.#argument(goal)]);
    if (code !== 0) throw new Error(`The app ended with ${String(code)}.\n${stdout}${stderr}`);
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as AppReport;
  }

  /** A run that is killed at the `point`-th of the calls, if it gets so far. */
  kill(call: TracedCall, point: number): Promise<TracedRun> {
    return this.inject(call, `signal=KILL:when=${String(point)}`);
  }

  /** A run with something done to its system calls. */
  inject(call: TracedCall, injection: string): Promise<TracedRun> {
    return runTraced(program, [this.#argument(this.#order.goal)], call, injection);
  }

  /** A whole run. @returns the system calls of these names it made, in order, a line each. */
  watch(calls: readonly string[]): Promise<string[]> {
    return watchCalls(program, [this.#argument(this.#order.goal)], calls);
  }

  /** A run that goes on by itself; killed with the test. */
  start(goal: AppOrder['goal'] = this.#order.goal): StartedRun {
    return new StartedRun(process.execPath, [program, this.#argument(goal)]);
  }

  /** The same run by means of another program, which gets the run's own command after its arguments. */
  startBy(command: string, args: readonly string[]): StartedRun {
    return new StartedRun(command, [...args, process.execPath, program, this.#argument(this.#order.goal)]);
  }

  /** The state, its log and nothing else. */
  get statePaths(): string[] {
    return ['', '-wal', '-journal'].map((suffix) => join(this.userData, `state.sqlite${suffix}`));
  }

  /** What the state has in one of its tables at this moment. */
  records(table: 'deliveries' | 'generations' | 'returns' | 'transfers'): Record<string, unknown>[] {
    const database = this.#openCopy();
    const rows = database.prepare(`SELECT record FROM ${table}`).all();
    database.close();
    return rows.map(({ record }) => JSON.parse(String(record)) as Record<string, unknown>);
  }

  /** Paths below the delivery folder with the digests of their contents; without the marker and what is temporary. */
  delivered(): Map<string, string> {
    return new Map(
      filesIn(this.deliveryFolder)
        .filter((path) => !path.startsWith(temporaryPrefix) && path !== '.dailies-folder')
        .filter((path) => !path.endsWith(ownFile))
        .map((path) => [path, digest(readFileSync(join(this.deliveryFolder, path)))]),
    );
  }

  /** What holds at any moment, also right after a kill (I3, I6). */
  checkAlways(what: string): void {
    for (const folder of ['', 'Harbour lights']) {
      expect(readFileSync(join(this.deliveryFolder, folder, ownFile), 'utf8'), what).toBe(ownText);
    }
    this.#checkState(what);
  }

  /** What holds when a run has ended by itself (I3, I4, I6, I8). */
  checkAtEnd(what: string): void {
    this.checkAlways(what);
    expect(
      readdirSync(this.deliveryFolder).filter((name) => name.startsWith(temporaryPrefix)),
      what,
    ).toEqual([]);
    const own = filesIn(this.userData);
    expect(
      own.filter((path) => /unfinished|restoring|corrupt|\.tmp|\.part/.test(path)),
      what,
    ).toEqual([]);
    for (const path of own) {
      const content = readFileSync(join(this.userData, path), 'latin1');
      for (const canary of [canaryKey, canaryOfLinks])
        expect(content.includes(canary), `${what}: ${path}`).toBe(false);
    }
  }

  #checkState(what: string): void {
    const database = this.#openCopy();
    expect(database.prepare('PRAGMA integrity_check').get(), what).toEqual({ integrity_check: 'ok' });
    database.close();
  }

  /** A copy of the state, because looking changes what lies beside a database. */
  #openCopy(): DatabaseSync {
    const copy = join(this.#root, 'copy');
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(copy);
    for (const path of this.statePaths.filter((each) => existsSync(each)))
      cpSync(path, join(copy, relative(this.userData, path)));
    return new DatabaseSync(join(copy, 'state.sqlite'));
  }

  #argument(goal: AppOrder['goal']): string {
    const { userData, deliveryFolder } = this;
    const order: AppOrder = { ...this.#order, goal, userData, deliveryFolder, apiKey: canaryKey };
    return JSON.stringify(order);
  }

  /** What is put back, with the names of their templates. */
  get #folders(): readonly (readonly [folder: string, name: string])[] {
    return [
      [this.userData, 'data'],
      [this.deliveryFolder, 'out'],
    ];
  }

  #template(name: string): string {
    return join(this.#root, `template-${name}`);
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function digest(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
