import { createContext } from 'svelte';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { CutOf, CutUpdate, CutView, Take } from '../../../src-shared/contract/cut.ts';
import type { ReturnChoices } from '../../../src-shared/contract/return.ts';
import type { Narration } from '../../../src-shared/contract/tool-take.ts';
import type { CallInput } from '../../../src-shared/ipc/define.ts';
import type { Change } from '../../../src-timeline/changes/change.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import type { FileGrants } from '../files/file-grants.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { measureFile } from './measure-file.ts';

export interface CutsDeps {
  readonly client: AppClient;
  readonly fileGrants: FileGrants;
  /** Returns the address of a picture or movie that main serves. */
  readonly mediaUrl: (mediaPath: string) => string;
}

/** Your cut of the opened project, as main has it. */
export class Cuts {
  readonly #deps: CutsDeps;
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();
  /** Text of `view`, so that reading the same again shows nothing new. */
  #viewText = '';
  #projectId: string | null = null;
  #reading: Promise<void> | null = null;
  #isStale = false;

  /** Your cut, which is the project cut without changes; null until it was read. */
  view = $state.raw<CutView | null>(null);
  /** As in `view`, and true at once after a change or an undo, so that a key pressed before the answer counts. */
  canUndo = $state(false);
  canRedo = $state(false);
  /** Cuts that the viewer plays in place of yours, the first to compare with; null for yours. */
  watched = $state.raw<{ readonly first: CutOf | null; readonly second: CutOf } | null>(null);
  /** Reason why there is no cut. */
  error = $state.raw<ErrorBody | null>(null);

  constructor(deps: CutsDeps) {
    this.#deps = deps;
    this.#client = deps.client;
  }

  /** Subscribes to changes. Returns the function that unsubscribes. */
  start(): () => void {
    const readIfOpen = ({ projectId }: { projectId: string }): void => {
      if (projectId === this.#projectId) void this.#read();
    };
    const stops = [
      this.#client.on('cut.changed', readIfOpen),
      this.#client.on('cut.takesChanged', readIfOpen),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /**
   * Reads the cut of a project and follows it. Keeps the known cut when the viewer of the same project moves. Returns
   * the function that ends this.
   */
  open(projectId: string): () => void {
    if (this.view?.projectId === projectId) this.#close();
    else this.#forget();
    this.#projectId = projectId;
    void this.#read();
    return () => {
      if (this.#projectId === projectId) this.#close();
    };
  }

  /** Reads the cut again. @param isRetry also a project cut that could not be read. */
  refresh(isRetry = false): void {
    if (this.#projectId !== null) void this.#read(isRetry);
  }

  /**
   * Makes one step of several changes.
   * @param seen your cut when the user chose the scenes.
   * @throws AppError as main made it.
   */
  async change(changes: readonly Change[], seen = this.view): Promise<void> {
    if (changes.length === 0 || !seen) return;
    const updatedAt = seen.updatedAt ?? 0;
    this.canUndo = true;
    await this.#ask((projectId) =>
      this.#client.call('cut.change', { projectId, updatedAt, changes: [...changes] }),
    );
  }

  /** @throws AppError as main made it. */
  undo(): Promise<void> {
    this.canRedo = true;
    return this.#ask((projectId) => this.#client.call('cut.undo', { projectId }));
  }

  /** @throws AppError as main made it. */
  redo(): Promise<void> {
    this.canUndo = true;
    return this.#ask((projectId) => this.#client.call('cut.redo', { projectId }));
  }

  /** Makes your cut the project cut again; can be undone. @throws AppError as main made it. */
  discard(): Promise<void> {
    return this.#ask((projectId) => this.#client.call('cut.discard', { projectId }));
  }

  /** Makes the cut of a version yours; can be undone. @throws AppError as main made it. */
  restore(deliveryId: string): Promise<void> {
    return this.#ask((projectId) => this.#client.call('cut.restore', { projectId, deliveryId }));
  }

  /** Shows the project's later changes and their conflicts with yours. @throws AppError as main made it. */
  previewUpdate(choices: ReturnChoices): Promise<CutUpdate> {
    return this.#client.call('cut.previewUpdate', { projectId: this.#projectId ?? '', choices });
  }

  /** Brings the project's later changes into your cut; can be undone. @throws AppError as main made it. */
  update(updatedAt: number, choices: ReturnChoices): Promise<void> {
    return this.#ask((projectId) => this.#client.call('cut.update', { projectId, updatedAt, choices }));
  }

  /** Adds a take to a scene, of the opened project if none is named. @throws AppError as main made it. */
  async addTake(
    take: Omit<CallInput<AppContract, 'cut.addTake'>, 'projectId'> & { readonly projectId?: string },
  ): Promise<Take> {
    const added = await this.#client.call('cut.addTake', { projectId: this.#projectId ?? '', ...take });
    await this.#read();
    return added;
  }

  /** Adds a file of the user's as a take, which stays in its place. @throws AppError as main made it. */
  async addFile(sceneId: string, kind: Take['kind'], file: File): Promise<Take> {
    const grant = await this.#deps.fileGrants.grant(file);
    const material = await this.#client.call('material.add', { fileGrant: grant });
    const measured = await measureFile(this.#deps.mediaUrl(material.mediaPath), material.kind);
    return this.addTake({ sceneId, kind, source: { file: grant, measured } });
  }

  /** Finds the file of a missing take in another place. @throws AppError as main made it. */
  async findTake(takeId: string, file: File): Promise<void> {
    await this.#client.call('cut.findTake', { takeId, file: await this.#deps.fileGrants.grant(file) });
    await this.#read();
  }

  /** Makes a failed take of a tool again. @throws AppError as main made it. */
  async retryTake(takeId: string): Promise<void> {
    await this.#client.call('cut.retryTake', { takeId });
    await this.#read();
  }

  /** Returns how the opened project is spoken and drawn. @throws AppError as main made it. */
  narration(): Promise<Narration> {
    return this.#client.call('cut.narration', { projectId: this.#projectId ?? '' });
  }

  /** @throws AppError as main made it. */
  async removeTake(takeId: string): Promise<void> {
    await this.#client.call('cut.removeTake', { takeId });
    await this.#read();
  }

  #close(): void {
    this.#order.outdate();
    this.#projectId = null;
    this.#reading = null;
    this.#isStale = false;
    this.watched = null;
  }

  #forget(): void {
    this.#close();
    this.#viewText = '';
    this.view = null;
    this.canUndo = false;
    this.canRedo = false;
    this.error = null;
  }

  async #ask(call: (projectId: string) => Promise<CutView>): Promise<void> {
    const projectId = this.#projectId;
    if (projectId === null) return;
    // A reading that began before it does not show it.
    this.#order.outdate();
    const isNews = this.#order.begin();
    try {
      const view = await call(projectId);
      if (isNews() && projectId === this.#projectId) this.#show(view);
    } catch (error) {
      if (projectId === this.#projectId) this.refresh();
      throw error;
    }
  }

  /** Reads the cut. A call during a read causes another read afterwards. */
  #read(isRetry = false): Promise<void> {
    if (this.#reading) {
      this.#isStale = true;
      return this.#reading;
    }
    const reading = this.#readOnce(isRetry).then(async () => {
      if (this.#reading !== reading) return;
      this.#reading = null;
      if (!this.#isStale) return;
      this.#isStale = false;
      await this.#read();
    });
    this.#reading = reading;
    return reading;
  }

  async #readOnce(isRetry: boolean): Promise<void> {
    const projectId = this.#projectId;
    const isNews = this.#order.begin();
    if (projectId === null) return;
    try {
      const view = await this.#client.call('cut.get', { projectId, of: { kind: 'yours' }, isRetry });
      if (isNews() && projectId === this.#projectId) this.#show(view);
    } catch (error) {
      if (isNews() && projectId === this.#projectId) this.error = errorBodyOf(error);
    }
  }

  #show(view: CutView): void {
    const viewText = JSON.stringify(view);
    this.error = view.error;
    this.canUndo = view.canUndo;
    this.canRedo = view.canRedo;
    if (viewText === this.#viewText) return;
    this.#viewText = viewText;
    this.view = view;
  }
}

export const [getCuts, setCuts] = createContext<Cuts>();
