import type { Installation, Log, System } from '../platform.ts';
import { replaceProgram } from './replace-program.ts';
import type { UpdateFiles } from './update-files.ts';
import type { VersionedFolder } from './versioned-folder.ts';

export interface UpdateAtEndDeps {
  readonly installation: Installation;
  /** Around the program that runs, where it was installed from a `.tar.zst`; null elsewhere. */
  readonly folder: VersionedFolder | null;
  readonly log: Log;
  readonly system: Pick<System, 'start'>;
}

/** What is done when nothing of the app runs any more: a version is installed, and the app started again. */
export class UpdateAtEnd {
  readonly #deps: UpdateAtEndDeps;
  readonly #files: UpdateFiles;
  #version: string | null = null;
  #startsAfterwards = false;
  #isContinued = false;
  #isSessionEnd = false;

  constructor(deps: UpdateAtEndDeps, files: UpdateFiles) {
    this.#deps = deps;
    this.#files = files;
  }

  /** Whether an installer or a new start goes on after `finish`: nothing else may start the app then. */
  get isContinued(): boolean {
    return this.#isContinued;
  }

  /** The app is wanted again when it has ended. */
  comeBack(): void {
    this.#startsAfterwards = true;
  }

  /** The user stays after all: a later quit starts nothing. */
  stay(): void {
    this.#startsAfterwards = false;
  }

  /** The system ends the session and every program with it: an installer waits for another end of the app. */
  endsWithSession(): void {
    this.#isSessionEnd = true;
  }

  /** Whether anything is installed at this end of the app. */
  get mayInstall(): boolean {
    return this.#deps.installation.kind !== 'exe' || !this.#isSessionEnd;
  }

  /** @param version that is here as it was signed. */
  install(version: string): void {
    this.#version = version;
  }

  /** The last thing before the app ends. Never rejects. */
  async finish(): Promise<void> {
    const { folder, installation, log } = this.#deps;
    try {
      if (this.#version !== null) this.#isContinued = await this.#replace(this.#version);
    } catch (error) {
      log.error('The update could not be installed.', error);
    }
    if (!this.#startsAfterwards || this.#isContinued) return;
    this.#isContinued = true;
    installation.startAfterwards(folder?.launcher ?? installation.programPath);
  }

  /** @returns true where an installer goes on, and starts the app if that is wished. */
  async #replace(version: string): Promise<boolean> {
    const { folder, installation, system } = this.#deps;
    const path = this.#files.path(version);
    if (!this.mayInstall) return false;
    await folder?.switchTo(version);
    if (installation.kind === 'AppImage') await replaceProgram(installation.programPath, path);
    if (installation.kind !== 'exe') return false;
    await system.start(path, this.#startsAfterwards ? ['/S', '/START'] : ['/S']);
    return true;
  }
}
