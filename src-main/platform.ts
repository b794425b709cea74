/**
 * The app's interface to the machine it runs on. `node/` implements it for plain Node, `electron/` for Electron;
 * services take the parts they use and do not know which implementation they have.
 */
export interface Platform {
  readonly host: 'electron' | 'browser' | 'headless';
  readonly paths: Paths;
  /** Folder where the build puts files made for editors: `resolve.lua`, `dailies-premiere.ccx`. */
  readonly helpersFolder: string;
  /** Tags of the languages the user reads, best first; empty where only the page knows them. */
  readonly languages: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  readonly shell: Shell;
  /** Null where there are no native dialogs. */
  readonly dialogs: Dialogs | null;
  readonly notifier: Notifier;
  readonly power: Power;
  readonly secrets: LastingSecretStore;
  readonly serviceLauncher: ServiceLauncher;
  readonly engineLauncher: EngineLauncher;
  readonly system: System;
  /** Begins a drag of a file, or folder, into another program; null where the host cannot. */
  readonly startDrag: ((path: string) => void) | null;
  /** Sets whether the app starts when the user signs in to the computer; null where the host cannot. */
  readonly setLoginItem: ((isOn: boolean) => Promise<void>) | null;
  /**
   * Returns the proxy for an address in Chromium's notation (`PROXY host:port; DIRECT`), from the system or from the
   * script at `pacAddress`; null where the host cannot look it up.
   */
  readonly resolveProxy: ((target: URL, pacAddress: string | null) => Promise<string>) | null;
}

/** Packages that an update replaces; see `formats` of `npm run package`. */
export type PackageKind = 'tar.zst' | 'AppImage' | 'deb' | 'rpm' | 'dmg' | 'exe';

/** The app as installed from a package; a checkout has none. */
export interface Installation {
  readonly kind: PackageKind;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** True for a package without the local service. */
  readonly isSlim: boolean;
  /** Path of the running program; for an AppImage its one file. */
  readonly programPath: string;
  /** Begins to quit the app, as the user would. */
  quit(): void;
  /** Starts a program after this one has ended. */
  startAfterwards(programPath: string): void;
}

export interface Paths {
  /** Private folder of the app (0700): state, cache, the local service's data. */
  readonly userData: string;
  /** Suggested parent of the delivery folder, such as the user's Movies folder; null when there is none. */
  readonly movies: string | null;
}

/** Time source of the services, so that tests can set the time. */
export interface Clock {
  /** Unix time in milliseconds. */
  now(): number;
  /** Milliseconds that never jump, from an arbitrary start. */
  monotonicMs(): number;
  /** Calls `callback` once after `delayMs`. Returns a function that cancels the call. */
  schedule(delayMs: number, callback: () => void): () => void;
}

export interface Log {
  /** @param facts values without secrets; signed URLs and bearers are redacted before anything is written. */
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, error: unknown, facts?: Readonly<Record<string, unknown>>): void;
}

export interface Shell {
  readonly canReveal: boolean;
  readonly hasTrash: boolean;
  /** Shows a file or folder in the system's file manager. Fails with `not_supported_here` where there is none. */
  revealFile(path: string): Promise<void>;
  /**
   * Moves a file or folder to the system's trash. Fails with `not_supported_here` without a trash, `not_trashed` when
   * the trash refuses.
   */
  moveToTrash(path: string): Promise<void>;
  /** Opens a movie in the user's default program for it. Fails with `not_supported_here` where there is none. */
  openFile(path: string): Promise<void>;
  /**
   * Opens an https address (or one on this computer) in the system's browser. Fails with `browser_not_opened` when it
   * cannot.
   */
  openUrl(url: URL): Promise<void>;
}

export interface Dialogs {
  /** Returns the chosen folder, or null when the user cancelled. */
  chooseFolder(title: string, startPath: string | null): Promise<string | null>;
  /**
   * Returns the chosen file, or null when the user cancelled. On macOS an application counts as a file.
   * @param suffix file name extension to allow, without its dot; null for all.
   */
  chooseFile(title: string, startPath: string | null, suffix: string | null): Promise<string | null>;
  /** Returns the chosen path of a new file, or of one the user agreed to replace; null when the user cancelled. */
  saveFile(title: string, suggestedName: string): Promise<string | null>;
}

export interface Notifier {
  /**
   * Shows a system notification; does nothing where the system has none. Where the system has no actions, only the
   * click works; otherwise the first action is the notification's button.
   */
  notify(title: string, body: string, onClick: () => void, actions?: readonly NoticeAction[]): void;
}

export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Power {
  /** Keeps the computer from sleeping until the returned function is called. */
  keepAwake(reason: string): () => void;
  /** Calls `listener` when the computer has woken up. Returns a function that ends the subscription. */
  onResume(listener: () => void): () => void;
}

/** Secrets by account, never written to disk in the clear. One call is in flight at a time. */
export interface SecretStore {
  /**
   * Returns the secret; null when there is none. Fails with `keychain_locked`, `keychain_denied` or
   * `keychain_unavailable` when the keychain cannot be read.
   */
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}

export interface LastingSecretStore extends SecretStore {
  /** True where secrets outlast a restart, as in a keychain. */
  readonly isLasting: boolean;
}

export interface ServiceLauncher {
  /** Starts the local service as a process of its own and resolves when it is ready to answer. */
  launch(options: ServiceLaunchOptions): Promise<RunningService>;
}

export interface ServiceLaunchOptions {
  readonly dataFolder: string;
  /** Port to try first, so that links in earlier documents stay valid; the service takes another when it is in use. */
  readonly preferredPort: number;
  /** True if the records from before an update may replace those of a newer version. */
  readonly mayStepBack?: boolean;
  readonly signal: AbortSignal;
}

export interface RunningService {
  readonly url: string;
  /** The bearer of this launch; known to nobody else. */
  readonly apiKey: string;
  readonly port: number;
  /** Resolves with the last output of the process when it has ended, for any reason. */
  readonly exited: Promise<{ readonly code: number | null; readonly lastWords: string }>;
  /** Asks the process to stop cleanly and waits; kills it after a grace period. */
  stop(): Promise<void>;
}

/** Starts the engine, the program beside the app of `src-shared/engine.ts`. */
export interface EngineLauncher {
  /** False in a package without the local service and its media engine. */
  readonly isIncluded: boolean;
  /** @param onLine called with each line that it writes. */
  launch(onLine: (line: string) => void): RunningEngine;
}

export interface RunningEngine {
  send(line: string): void;
  kill(): void;
  /** Resolves with the last words of the process when it has ended, for any reason. */
  readonly exited: RunningService['exited'];
}

/** Other programs of the computer, and what the system reports about them. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Lists the names in a folder; empty when it cannot be read. */
  readonly listFolder: (path: string) => Promise<readonly string[]>;
  /** Reads a text file; null when it cannot be read. */
  readonly readText: (path: string) => Promise<string | null>;
  /** True for an executable file, or a link to one. */
  readonly isProgram: (path: string) => Promise<boolean>;
  /** Returns a program's output; null when it fails, does not exist or takes longer than `timeoutMs` (default 5 s). */
  readonly run: (program: string, args: readonly string[], timeoutMs?: number) => Promise<string | null>;
  /**
   * Starts a program that keeps running when this app ends. Rejects with `Error` when the system cannot run it, or when
   * it fails within two seconds.
   */
  readonly start: (program: string, args: readonly string[]) => Promise<void>;
  /** True on a connection with a volume charge; false where the system does not report it. */
  readonly isMetered: () => Promise<boolean>;
}
