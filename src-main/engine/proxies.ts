import { stat } from 'node:fs/promises';
import type { ProxyForm, ProxyRequest } from '../../src-shared/engine.ts';
import { sha256Of } from '../foundation/files/sha256-of.ts';
import { RunningTasks } from '../foundation/running-tasks.ts';
import { mediaKindAt } from '../intake/inspect-file.ts';
import type { Log } from '../platform.ts';
import type { Engine } from './engine.ts';

export interface ProxiesDeps {
  readonly engine: Pick<Engine, 'isIncluded' | 'run'>;
  readonly kept: KeptFiles;
  readonly log: Log;
  /** Called when a file of a project's cut plays in another way than before. */
  readonly publish: (projectId: string) => void;
}

/** Files that are kept under a limit, by name. */
interface KeptFiles {
  pathOf(name: string): Promise<string | null>;
  /** Keeps the file that `write` makes at the path it gets. */
  make(name: string, write: (path: string) => Promise<unknown>): Promise<void>;
}

/** How the page plays a file: as it is, by a proxy, later or never. */
export interface PlayedForm {
  readonly state: 'ready' | 'making' | 'unsupported';
  /** Null for the file itself. */
  readonly proxyPath: string | null;
  /** Names of its codecs; null if they are not known. */
  readonly codec: string | null;
}

/** A file of a cut. */
interface AskedFile {
  readonly path: string;
  /** As of `openRegularFile`. */
  readonly within?: string | undefined;
}

/** `playable`: as it is. `made`: by a proxy, which the limit for kept files may remove. */
interface Known {
  readonly state: 'playable' | 'making' | 'made' | 'unsupported';
  readonly codec: string | null;
}

const forms: readonly ProxyForm[] = ['mp4', 'webm', 'm4a'];

/**
 * Makes proxies of files that the page cannot play, one after the other and once for each state of a file. Until the
 * engine has looked at a file, and without an engine, the page tries the file itself.
 */
export class Proxies {
  readonly #deps: ProxiesDeps;
  readonly #known = new Map<string, Known>();
  /** Projects whose cuts show a file, by its key. */
  readonly #projects = new Map<string, Set<string>>();
  readonly #probes: RunningTasks;
  readonly #making: RunningTasks;

  constructor(deps: ProxiesDeps) {
    this.#deps = deps;
    const onBug = (key: string, error: unknown): void => {
      deps.log.warn('A file could not be made playable.', { key, error });
      this.#note(key, { state: 'unsupported', codec: this.#known.get(key)?.codec ?? null });
    };
    this.#probes = new RunningTasks({ limit: 2, onBug });
    this.#making = new RunningTasks({ limit: 1, onBug });
  }

  /** Returns how a file of a project's cut plays now, and has the engine look at it. */
  async formOf(file: AskedFile, projectId: string): Promise<PlayedForm> {
    const key = await keyOf(file.path);
    const known = key === null ? undefined : this.#known.get(key);
    const codec = known?.codec ?? null;
    const proxyPath = key === null ? null : await this.#pathOf(key);
    if (key === null || proxyPath !== null) return { state: 'ready', proxyPath, codec };
    this.#projects.set(key, (this.#projects.get(key) ?? new Set()).add(projectId));
    if (!known && this.#deps.engine.isIncluded) this.#look(key, file);
    const isPlayed = !known || known.state === 'playable';
    const state = isPlayed ? 'ready' : known.state === 'making' ? 'making' : 'unsupported';
    return { state, proxyPath, codec };
  }

  /** Returns the path of a file's proxy; null if it has none. */
  async proxyOf(path: string): Promise<string | null> {
    const key = await keyOf(path);
    return key === null ? null : this.#pathOf(key);
  }

  async dispose(): Promise<void> {
    await Promise.all([this.#probes.dispose(), this.#making.dispose()]);
  }

  #look(key: string, file: AskedFile): void {
    if (this.#probes.isRunning(key)) return;
    this.#probes.run(key, async (signal) => {
      // The gateway does not serve any other file.
      const isMedia = (await mediaKindAt(file.path, file.within).catch(() => null)) !== null;
      if (!isMedia || signal.aborted) return;
      const { state, form, codec } = await this.#deps.engine.run('probe', { path: file.path }, { signal });
      if (form !== null) this.#make(key, { inputPath: file.path, form }, codec);
      else this.#note(key, { state: state === 'playable' ? state : 'unsupported', codec });
    });
  }

  #make(key: string, source: Omit<ProxyRequest, 'outputPath'>, codec: string | null): void {
    const { engine, kept } = this.#deps;
    this.#note(key, { state: 'making', codec });
    this.#making.run(key, async (signal) => {
      await kept.make(nameOf(key, source.form), (outputPath) =>
        engine.run('proxy', { ...source, outputPath }, { signal }),
      );
      this.#note(key, { state: 'made', codec });
    });
  }

  #note(key: string, known: Known): void {
    this.#known.set(key, known);
    if (known.state === 'playable') return;
    for (const projectId of this.#projects.get(key) ?? []) this.#deps.publish(projectId);
  }

  async #pathOf(key: string): Promise<string | null> {
    const paths = await Promise.all(forms.map((form) => this.#deps.kept.pathOf(nameOf(key, form))));
    return paths.find((path) => path !== null) ?? null;
  }
}

/** Equal for the same file while it is not written to; null if there is none. */
async function keyOf(path: string): Promise<string | null> {
  const facts = await stat(path).catch(() => null);
  return facts && sha256Of(JSON.stringify([path, facts.size, facts.mtimeMs])).slice(0, 32);
}

function nameOf(key: string, form: ProxyForm): string {
  return `proxy-${key}.${form}`;
}
