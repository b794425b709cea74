import type { ErrorBody } from '../../src-shared/app-error.ts';
import type { CommandName } from '../../src-shared/contract/command.ts';
import type { Opening } from '../../src-shared/contract/opening.ts';
import type { TextOf } from '../../src-shared/i18n/messages.ts';
import type { DroppedFile } from '../format/dropped-files.ts';
import type { AppClient } from './app-client.ts';
import type { Toasts } from './toasts.svelte.ts';

export interface OpeningsDeps {
  readonly client: AppClient;
  /** Passes a file of the page to main and resolves to the id of the grant to read it. */
  readonly grantFile: (file: File) => Promise<string>;
  readonly toasts: Toasts;
  readonly text: TextOf;
  readonly openProject: (connectionId: string, projectId: string) => void;
  readonly showReturn: (returnId: string) => void;
  readonly showConnections: () => void;
  readonly takeFiles: (files: readonly DroppedFile<File>[]) => Promise<void>;
  readonly run: (name: CommandName) => void;
  readonly onRefused: (error: ErrorBody) => void;
}

/** Shows what the system requested: by a link, a file opened with the app, or a notification. */
export class Openings {
  readonly #deps: OpeningsDeps;
  /** Grants of files that main already has. */
  readonly #grants = new WeakMap<File, string>();

  constructor(deps: OpeningsDeps) {
    this.#deps = deps;
  }

  /** Handles pending and later openings. Returns the function that stops it. */
  start(): () => void {
    const stop = this.#deps.client.on('opening.waits', () => void this.take());
    void this.take();
    return stop;
  }

  /** Returns the grant to read a file: the one it was opened with, else a new one. */
  async grantFile(file: File): Promise<string> {
    return this.#grants.get(file) ?? (await this.#deps.grantFile(file));
  }

  /** Shows what the system requested since the last call. Never rejects. */
  async take(): Promise<void> {
    const { openings } = await this.#deps.client.call('opening.take', {}).catch(() => ({ openings: [] }));
    for (const opening of openings) await this.#show(opening);
  }

  async #show(opening: Opening): Promise<void> {
    const deps = this.#deps;
    switch (opening.kind) {
      case 'project':
        this.#showProject(opening);
        return;
      case 'return':
        deps.showReturn(opening.returnId);
        return;
      case 'connections':
        deps.showConnections();
        return;
      case 'command':
        deps.run(opening.name);
        return;
      case 'files':
        await deps.takeFiles(opening.files.map((file) => ({ file: this.#fileOf(file), folder: '' })));
        return;
      case 'refused':
        deps.onRefused(opening.error);
    }
  }

  /** A link alone must not change the service that new work goes to. */
  #showProject({ projectId, connectionId, elsewhere }: Extract<Opening, { kind: 'project' }>): void {
    const { toasts, text, openProject } = this.#deps;
    const open = (): void => {
      openProject(connectionId, projectId);
    };
    if (elsewhere === null) open();
    else {
      toasts.show({
        text: text('opening.elsewhere', { address: elsewhere }),
        action: { label: text('opening.switch'), run: open },
      });
    }
  }

  /** Makes an empty `File` that represents an opened file like a dropped one; the page uses only its name. */
  #fileOf({ displayName, fileGrant }: { displayName: string; fileGrant: string }): File {
    const file = new File([], displayName);
    this.#grants.set(file, fileGrant);
    return file;
  }
}
