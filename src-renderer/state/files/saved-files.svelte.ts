import { createContext } from 'svelte';
import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { ProjectScene } from '../../../src-shared/contract/project.ts';
import type { Transfer } from '../../../src-shared/contract/transfer.ts';
import type { CallOutput } from '../../../src-shared/ipc/define.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';

export type SavedFile = CallOutput<AppContract, 'export.listSaved'>['saves'][number];

/** Saved movies and media of the shown project, including those in progress. */
export class SavedFiles {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();
  #projectId: string | null = null;

  /** Newest first. */
  files = $state.raw<readonly SavedFile[]>([]);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Reads the saved files of a project and follows their changes. Returns the function that stops it. */
  open(projectId: string): () => void {
    this.#projectId = projectId;
    this.#order.outdate();
    this.files = [];
    const stop = this.#client.on('activity.changed', ({ items }) => {
      for (const { kind, record } of items) if (kind === 'transfer') this.#note(record);
    });
    void this.refresh();
    return () => {
      stop();
      if (this.#projectId === projectId) this.#projectId = null;
    };
  }

  /** Reads the saved files of the shown project again. On failure, the next saved file causes another read. */
  async refresh(): Promise<void> {
    await this.#read().catch(() => undefined);
  }

  /** Returns the movies saved from an export. An export not yet at the service, or scene media, has no id. */
  ofExport(exportId: string | null): readonly SavedFile[] {
    return exportId === null ? [] : this.files.filter((file) => file.exportId === exportId);
  }

  /** Movies of your cut, without those that the user cancelled. */
  get ofCut(): readonly SavedFile[] {
    return this.files.filter(
      ({ exportId, sceneMediaPath, transfer }) =>
        exportId === null && sceneMediaPath === null && transfer.state !== 'cancelled',
    );
  }

  /** Returns the newest save of a scene's media. It belongs to the scene as long as the project stays unchanged. */
  ofScene({ thumbnailPath }: Pick<ProjectScene, 'thumbnailPath'>): SavedFile | undefined {
    if (thumbnailPath === null) return undefined;
    return this.files.find(({ sceneMediaPath }) => sceneMediaPath === thumbnailPath);
  }

  /** Saves a movie; asks for a path if the host can. @throws AppError as main made it. */
  async saveMovie(projectId: string, exportId: string): Promise<void> {
    await this.#client.call('export.saveMovie', { projectId, exportId });
    await this.#read();
  }

  /** Makes and saves the movie of your cut, as `saveMovie` does. */
  async saveCut(projectId: string, hasCaptions: boolean): Promise<void> {
    await this.#client.call('cut.saveMovie', { projectId, hasCaptions });
    await this.#read();
  }

  /** Saves the still or clip of a scene, as `saveMovie` does. */
  async saveSceneMedia(projectId: string, sceneIndex: number): Promise<void> {
    await this.#client.call('export.saveSceneMedia', { projectId, sceneIndex });
    await this.#read();
  }

  /** Shows a file in its folder. @throws AppError as main made it. */
  async reveal(transferId: string): Promise<void> {
    await this.#client.call('export.revealSaved', { transferId });
  }

  /** Plays a movie in the system's default program. @throws AppError as main made it. */
  async play(transferId: string): Promise<void> {
    await this.#client.call('export.playSaved', { transferId });
  }

  /** Uploads a file to the library. @throws AppError as main made it. */
  async share(transferId: string): Promise<void> {
    await this.#client.call('export.shareSaved', { transferId });
  }

  async #read(): Promise<void> {
    const projectId = this.#projectId;
    if (projectId === null) return;
    const isNews = this.#order.begin();
    const { saves } = await this.#client.call('export.listSaved', { projectId });
    if (isNews()) this.files = saves;
  }

  #note(transfer: Transfer): void {
    this.files = this.files.map((file) =>
      file.transfer.transferId === transfer.transferId ? { ...file, transfer } : file,
    );
  }
}

export const [getSavedFiles, setSavedFiles] = createContext<SavedFiles>();
