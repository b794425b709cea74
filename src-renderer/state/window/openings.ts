import type { ErrorBody } from '../../../src-shared/app-error.ts';
import type { CommandName } from '../../../src-shared/contract/app/command.ts';
import type { Opening } from '../../../src-shared/contract/app/opening.ts';
import type { DroppedFile } from '../../format/dropped-files.ts';
import type { FileGrants } from '../files/file-grants.ts';
import type { AppClient } from '../foundation/app-client.ts';

export interface OpeningsDeps {
  readonly client: AppClient;
  readonly fileGrants: FileGrants;
  readonly showProject: (opening: Extract<Opening, { kind: 'project' }>) => void;
  readonly showReturn: (returnId: string) => void;
  readonly showConnections: () => void;
  readonly takeFiles: (files: readonly DroppedFile<File>[]) => Promise<void>;
  readonly run: (name: CommandName) => void;
  readonly onRefused: (error: ErrorBody) => void;
}

/** Shows what the system requested: by a link, a file opened with the app, or a notification. */
export class Openings {
  readonly #deps: OpeningsDeps;

  constructor(deps: OpeningsDeps) {
    this.#deps = deps;
  }

  /** Handles pending and later openings. Returns the function that stops it. */
  start(): () => void {
    const stop = this.#deps.client.on('opening.waits', () => void this.take());
    void this.take();
    return stop;
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
        deps.showProject(opening);
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
        await deps.takeFiles(
          opening.files.map((file) => ({ file: deps.fileGrants.fileOf(file), folder: '' })),
        );
        return;
      case 'refused':
        deps.onRefused(opening.error);
    }
  }
}
