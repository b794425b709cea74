import type { UpdatesRecord } from '../../src-shared/contract/app/updates.ts';
import type { Installation, Log, System } from '../platform.ts';
import { replaceProgram } from './replace-program.ts';
import type { UpdateFiles } from './update-files.ts';
import type { VersionedFolder } from './versioned-folder.ts';

export interface UpdateAtEndDeps {
  readonly files: UpdateFiles;
  readonly installation: Installation;
  /** The folder of a program installed from a `.tar.zst`; null for others. */
  readonly folder: VersionedFolder | null;
  readonly log: Log;
  readonly system: Pick<System, 'start'>;
}

/** Installs a version and restarts the app, after everything else in the app has stopped. */
export class UpdateAtEnd {
  readonly #deps: UpdateAtEndDeps;
  #version: string | null = null;
  #startsAfterwards = false;
  #isContinued = false;
  #isSessionEnd = false;
  /** True once the running version has opened its first window. */
  #isConfirmed = false;

  constructor(deps: UpdateAtEndDeps) {
    this.#deps = deps;
  }

  get installs(): UpdatesRecord['installs'] {
    return ['deb', 'rpm', 'dmg'].includes(this.#deps.installation.kind) ? 'by_system' : 'at_quit';
  }

  /** True if an installer or a new start takes over after `finish`; nothing else may start the app then. */
  get isContinued(): boolean {
    return this.#isContinued;
  }

  /** Confirms the running version after its first window has opened. */
  async confirm(): Promise<void> {
    await this.#deps.folder?.confirm();
    this.#isConfirmed = true;
  }

  /** Quits the app and makes `finish` start it again. */
  quit(): void {
    this.comeBack();
    this.#deps.installation.quit();
  }

  /** Makes `finish` start the app again. */
  comeBack(): void {
    this.#startsAfterwards = true;
  }

  /** Cancels the restart when the user stays: a later quit starts nothing. */
  stay(): void {
    this.#startsAfterwards = false;
  }

  /** Notes that the system ends the session with all programs; an installer waits for another end of the app. */
  endsWithSession(): void {
    this.#isSessionEnd = true;
  }

  /** True if this end of the app may install anything. */
  get mayInstall(): boolean {
    const { folder, installation } = this.#deps;
    // In a versioned folder the switch replaces the previous version, so this one must be confirmed first.
    if (folder !== null && !this.#isConfirmed) return false;
    return installation.kind !== 'exe' || !this.#isSessionEnd;
  }

  /** Sets the version that `finish` installs. @param version downloaded and verified. */
  install(version: string): void {
    this.#version = version;
  }

  /** Runs last before the app ends. Never rejects. */
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

  /** Installs a version. @returns true if an installer takes over and, if requested, starts the app. */
  async #replace(version: string): Promise<boolean> {
    const { files, folder, installation, system } = this.#deps;
    const path = files.path(version);
    if (!this.mayInstall) return false;
    await folder?.switchTo(version);
    if (installation.kind === 'AppImage') await replaceProgram(installation.programPath, path);
    if (installation.kind !== 'exe') return false;
    await system.start(path, this.#startsAfterwards ? ['/S', '/START'] : ['/S']);
    return true;
  }
}
