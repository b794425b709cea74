import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { makeFolder } from '../../fakes/main-fixture.ts';
import type { AppOrder, AppReport } from '../scenarios/app-order.ts';
import { runProgram, runTraced, type TracedCall, type TracedRun, watchCalls } from './killed-run.ts';
import { scenario } from './scenario.ts';
import { StartedRun } from './started-run.ts';

const program = scenario('app');
const ownFile = 'notes of the editor.txt';
const ownText = 'Nobody but me writes this.';
/** Prefix of the app's temporary names in a delivery folder. */
const temporaryPrefix = '.dailies-tmp-';

/** Secret that must not occur in any file of the app. */
export const canaryKey = 'canary-key-of-the-crash-site';
const canaryOfLinks = 'secret-of-the-link';

/** Options that all runs of a site share. */
type SiteOrder = Pick<AppOrder, 'serviceUrl' | 'goal' | 'hurry'>;

/** Folders in which the app runs and is killed, restored before each attempt. */
export class CrashSite {
  readonly #root: string;
  readonly #order: SiteOrder;

  private constructor(root: string, order: SiteOrder) {
    this.#root = root;
    this.#order = order;
  }

  /**
   * Prepares folders in which the app ran once, with a file of the user in the delivery folder.
   * @param arrange adds further files that exist before each attempt.
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

  /** Restores the folders as they were after `prepare`. */
  reset(): void {
    for (const [folder, name] of this.#folders) {
      rmSync(folder, { recursive: true, force: true });
      cpSync(this.#template(name), folder, { recursive: true, preserveTimestamps: true });
    }
  }

  /** Runs the app to its end. @throws if the app fails. */
  async run(goal: AppOrder['goal'] = this.#order.goal): Promise<AppReport> {
    const { code, stdout, stderr } = await runProgram(process.execPath, [program, this.#argument(goal)]);
    if (code !== 0) throw new Error(`The app ended with ${String(code)}.\n${stdout}${stderr}`);
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as AppReport;
  }

  /** Kills a run at the `point`-th of the calls, if the run gets that far. */
  kill(call: TracedCall, point: number): Promise<TracedRun> {
    return this.inject(call, `signal=KILL:when=${String(point)}`);
  }

  /** Runs the app with an injected fault in its system calls. */
  inject(call: TracedCall, injection: string): Promise<TracedRun> {
    return runTraced(program, [this.#argument(this.#order.goal)], call, injection);
  }

  /** Runs the app to its end. @returns its system calls of these names, in order, one line each. */
  watch(calls: readonly string[]): Promise<string[]> {
    return watchCalls(program, [this.#argument(this.#order.goal)], calls);
  }

  /** Starts a run in the background; the end of the test kills it. */
  start(goal: AppOrder['goal'] = this.#order.goal): StartedRun {
    return new StartedRun(process.execPath, [program, this.#argument(goal)]);
  }

  /** Starts the run with another program, which receives the run's own command after its arguments. */
  startBy(command: string, args: readonly string[]): StartedRun {
    return new StartedRun(command, [...args, process.execPath, program, this.#argument(this.#order.goal)]);
  }

  /** Paths of the state and its log. */
  get statePaths(): string[] {
    return ['', '-wal', '-journal'].map((suffix) => join(this.userData, `state.sqlite${suffix}`));
  }

  /** Returns the current records of one table of the state. */
  records(
    table: 'deliveries' | 'generations' | 'returns' | 'takes' | 'transfers' | 'your_cuts',
  ): Record<string, unknown>[] {
    const database = this.#openCopy();
    const rows = database.prepare(`SELECT record FROM ${table}`).all();
    database.close();
    return rows.map(({ record }) => JSON.parse(String(record)) as Record<string, unknown>);
  }

  /** Returns paths below the delivery folder with content digests, without the marker and temporary files. */
  delivered(): Map<string, string> {
    return new Map(
      filesIn(this.deliveryFolder)
        .filter((path) => !path.startsWith(temporaryPrefix) && path !== '.dailies-folder')
        .filter((path) => !path.endsWith(ownFile))
        .map((path) => [path, digest(readFileSync(join(this.deliveryFolder, path)))]),
    );
  }

  /** Checks the invariants that hold at any moment, even right after a kill (I3, I6). */
  checkAlways(what: string): void {
    for (const folder of ['', 'Harbour lights']) {
      expect(readFileSync(join(this.deliveryFolder, folder, ownFile), 'utf8'), what).toBe(ownText);
    }
    this.#checkState(what);
  }

  /** Checks the invariants that hold after a run has ended by itself (I3, I4, I6, I8). */
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

  /** Opens a copy of the state, because reading changes the files beside a database. */
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

  /** Folders that `reset` restores, with the names of their templates. */
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
