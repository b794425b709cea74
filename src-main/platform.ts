/**
 * What the app asks of the machine it runs on. `node/` implements these for plain Node, `electron/` for
 * Electron; services take the ones they use and never know which it is.
 */
export interface Platform {
  readonly host: 'electron' | 'browser' | 'headless';
  readonly paths: Paths;
  /** Where the build keeps what is made for editors: `resolve.lua`, `dailies-premiere.ccx`. */
  readonly helpersFolder: string;
  /** Tags of the languages the user reads, best first; empty where only the page knows. */
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
  readonly system: System;
  /** Begins a drag of a file, or folder, into another program; null where the host cannot. */
  readonly startDrag: ((path: string) => void) | null;
  /** Whether the app starts when the user signs in to the computer; null where the host cannot. */
  readonly setLoginItem: ((isOn: boolean) => Promise<void>) | null;
  /**
   * What the system, or the script at `pacAddress`, says of the proxy for an address, in Chromium's words
   * (`PROXY host:port; DIRECT`); null where the host cannot ask.
   */
  readonly resolveProxy: ((target: URL, pacAddress: string | null) => Promise<string>) | null;
}

/** Packages that an update replaces; see `formats` of `npm run package`. */
export type PackageKind = 'tar.zst' | 'AppImage' | 'deb' | 'rpm' | 'dmg' | 'exe';

/** The app as it was installed from a package; there is none in a checkout. */
export interface Installation {
  readonly kind: PackageKind;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Without the local service. */
  readonly isSlim: boolean;
  /** The program that runs; for an AppImage its one file. */
  readonly programPath: string;
  /** Begins to quit, as the user would. */
  quit(): void;
  /** Starts a program when this one has ended. */
  startAfterwards(programPath: string): void;
}

export interface Paths {
  /** Private folder of the app (0700): state, cache, the local service's data. */
  readonly userData: string;
  /** Where a delivery folder is suggested, such as the user's Movies folder; null when there is none. */
  readonly movies: string | null;
}

/** Time as services see it, so that tests can turn the hands. */
export interface Clock {
  /** Unix time in milliseconds. */
  now(): number;
  /** Milliseconds that never jump, from an arbitrary start. */
  monotonicMs(): number;
  /** Calls back once after `delayMs`. Returns the function that calls it off. */
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
  /** Shows a file or folder in the system's file manager. `not_supported_here` where there is none. */
  revealFile(path: string): Promise<void>;
  /** Moves a file or folder to the system's trash. `not_supported_here` without one, `not_trashed` when it refuses. */
  moveToTrash(path: string): Promise<void>;
  /** Opens a movie in the program the user has for it. `not_supported_here` where there is none. */
  openFile(path: string): Promise<void>;
  /** Opens an https address (or one on this computer) in the system's browser. `browser_not_opened` when it cannot. */
  openUrl(url: URL): Promise<void>;
}

export interface Dialogs {
  /** The chosen folder, or null when the user cancelled. */
  chooseFolder(title: string, startPath: string | null): Promise<string | null>;
  /**
   * The chosen file, or null when the user cancelled. An application of macOS is a file.
   * @param suffix of the files that can be chosen, without its dot; null for all.
   */
  chooseFile(title: string, startPath: string | null, suffix: string | null): Promise<string | null>;
  /** The chosen path of a new file, or of one the user agreed to replace; null when the user cancelled. */
  saveFile(title: string, suggestedName: string): Promise<string | null>;
}

export interface Notifier {
  /**
   * A system notification; silent where there is none. Where the system has no actions it has the click alone; the first
   * action is its button.
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
  /** Calls back when the computer woke up. Returns the function that ends the subscription. */
  onResume(listener: () => void): () => void;
}

/** Secrets by account. Never written to disk in the clear. One call is in flight at a time. */
export interface SecretStore {
  /** `keychain_locked`, `keychain_denied` or `keychain_unavailable` when it cannot be read; null when there is none. */
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}

export interface LastingSecretStore extends SecretStore {
  /** True where what is in it is still there after a restart, as in a keychain. */
  readonly isLasting: boolean;
}

export interface ServiceLauncher {
  /** Starts the local service as a process of its own and resolves when it is ready to answer. */
  launch(options: ServiceLaunchOptions): Promise<RunningService>;
}

export interface ServiceLaunchOptions {
  readonly dataFolder: string;
  /** Tried first, so that links in earlier documents stay good; another is taken when it is in use. */
  readonly preferredPort: number;
  readonly signal: AbortSignal;
}

export interface RunningService {
  readonly url: string;
  /** The bearer of this launch; known to nobody else. */
  readonly apiKey: string;
  readonly port: number;
  /** Resolves with the last output of the process when it has ended, for whatever reason. */
  readonly exited: Promise<{ readonly code: number | null; readonly lastWords: string }>;
  /** Asks it to stop cleanly and waits; kills it after a grace period. */
  stop(): Promise<void>;
}

/** Other programs of the computer, and what the system knows of them. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The names in a folder; empty when it cannot be read. */
  readonly listFolder: (path: string) => Promise<readonly string[]>;
  /** Null when it cannot be read. */
  readonly readText: (path: string) => Promise<string | null>;
  /** True for a file, or a link to one, that may be run. */
  readonly isProgram: (path: string) => Promise<boolean>;
  /** What a program prints; null when it fails, is not there or takes longer than `timeoutMs`, five seconds without it. */
  readonly run: (program: string, args: readonly string[], timeoutMs?: number) => Promise<string | null>;
  /**
   * Starts a program that goes on when this app ends. Rejects with `Error` when the system cannot run it, or when it
   * ends within two seconds with a failure.
   */
  readonly start: (program: string, args: readonly string[]) => Promise<void>;
  /** Whether what is sent costs by its amount; false where the system does not tell. */
  readonly isMetered: () => Promise<boolean>;
}
