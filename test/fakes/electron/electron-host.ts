import type { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { App } from '../../../src-main/app/compose.ts';
import { hiddenWord } from '../../../src-main/hosts/electron/desktop/login-item.ts';
import type { ElectronModules } from '../../../src-main/hosts/electron/electron-modules.ts';
import { asOnlyInstance } from '../../../src-main/hosts/electron/lock-owner.ts';
import {
  type ElectronHostDeps,
  startElectronHost,
} from '../../../src-main/hosts/electron/start-electron-host.ts';
import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';
import type { StartWords } from '../../../src-main/hosts/page/start-words.ts';
import { Openings } from '../../../src-main/openings/openings.ts';
import type { Clock } from '../../../src-main/platform.ts';
import type { AppError } from '../../../src-shared/app-error.ts';
import type { LanguageChoice } from '../../../src-shared/i18n/language.ts';
import { loadTexts } from '../../../src-shared/i18n/load-texts.ts';
import { KeptLog } from '../main-fixture.ts';
import type { ElectronStandIn } from './electron-stand-in.ts';
import type { PlainApp } from './plain-app.ts';

/** Frame from which a page's message came. */
export interface Frame {
  readonly url: string;
  readonly parent: unknown;
}

export const ourFrame: Frame = { url: 'app://dailies/', parent: null };

/** Options of a host over stand-ins, with the callbacks that report its events. */
export interface StandInHost {
  readonly electron: ElectronStandIn;
  readonly plain: PlainApp;
  /** Folder of the page. */
  readonly folder: string;
  readonly platform?: NodeJS.Platform;
  readonly startWords?: Partial<StartWords>;
  readonly hasTray?: boolean | (() => boolean);
  readonly clock?: Clock;
  /** True if the command line says so; macOS reports it another way. */
  readonly startsHidden?: boolean;
  readonly onEnter?: (folder: string) => void;
  readonly onBug?: (error: unknown) => void;
  /** Called when Electron is ready and before the app is created. */
  readonly onCompose?: () => void;
  readonly onDispose?: () => void;
  readonly onLockedOut?: (reason: AppError) => void | Promise<void>;
  /** Lists what is under way in the process at its end; nothing by default. */
  readonly activeResources?: () => string[];
}

/** Starts the app's Electron host over the Electron stand-in and a plain app. */
export function startStandInHost(host: StandInHost): Promise<boolean> {
  const app = {
    ...host.plain.surface,
    open: (words: StartWords) => {
      host.plain.opened.push(...words.links, ...words.openPaths);
      return Promise.resolve();
    },
    services: servicesOf(host.plain, () => host.electron.languages),
    start: () => {
      host.plain.isStarted = true;
      return Promise.resolve();
    },
    dispose: () => {
      host.plain.isDisposed = true;
      host.onDispose?.();
      return Promise.resolve();
    },
  };
  const electron: ElectronModules = {
    ...host.electron.modules,
    hasTray: () =>
      Promise.resolve(typeof host.hasTray === 'function' ? host.hasTray() : (host.hasTray ?? false)),
  };
  const startWords = { uploadPaths: [], openPaths: [], links: [], ...host.startWords };
  const deps: ElectronHostDeps = {
    electron,
    process: {
      pid: 1,
      getActiveResourcesInfo: () => host.activeResources?.() ?? [],
      kill: (_pid, signal) => host.electron.calls.push(`kill ${signal}`),
      platform: host.platform ?? 'linux',
      argv: host.startsHidden === true ? [hiddenWord] : [],
      chdir: (folder) => host.onEnter?.(folder),
      on: (name: string, listener: (thread: EventEmitter) => void) =>
        host.electron.appEvents.on(name === 'worker' ? name : 'end signal', listener),
    },
    createApp: () => {
      host.onCompose?.();
      return app as unknown as App;
    },
    page: { folder: host.folder, preloadPath: '/stand-in/preload.cjs' },
    help: {
      licencesPath: '/stand-in/notices.md',
      logFolder: join(host.folder, 'logs'),
      facts: { version: '0.0.0', home: host.electron.home },
    },
    command: ['/opt/Dailies/dailies', '/opt/My films'],
    clock: host.clock ?? createSystemClock(),
    onBug: (_where, error) => host.onBug?.(error),
  };
  const onLockedOut = (reason: AppError) => host.onLockedOut?.(reason);
  return asOnlyInstance({ electron, onLockedOut }, startWords, () => startElectronHost(deps, startWords));
}

function servicesOf(
  { desktop, messages, recentProjects, commandStates, agentQuestions }: PlainApp,
  systemLanguages: () => readonly string[],
): object {
  let isClosedBefore = false;
  return {
    messages,
    recentProjects,
    commandStates,
    agentQuestions,
    useLanguage: async (choice: LanguageChoice) => {
      messages.use(await loadTexts(choice, systemLanguages()));
    },
    openings: keptOpenings(desktop.done),
    transfers: {
      totals: () => desktop.totals,
      pauseAll: () => {
        if (desktop.failure) throw desktop.failure;
        desktop.done.push('pause');
      },
      resumeAll: () => desktop.done.push('resume'),
    },
    settings: {
      desktop: desktop.settings,
      noteClosed: () => {
        const isFirst = !isClosedBefore;
        isClosedBefore = true;
        return isFirst;
      },
    },
    updates: {
      confirm: () => Promise.resolve(void desktop.done.push('keep this version')),
      atEnd: {
        get isContinued() {
          return desktop.isContinued;
        },
        stay: () => desktop.done.push('stay'),
        endsWithSession: () => desktop.done.push('end with the session'),
        comeBack: () => desktop.done.push('come back'),
      },
    },
    returns: { list: () => ({ openCount: desktop.openReturns }) },
    activity: {
      list: () => ({ items: desktop.delivered.map((record) => ({ kind: 'delivery', record })) }),
    },
    versionsOf: () => ({
      reveal: (id: string) =>
        desktop.failure
          ? Promise.reject(desktop.failure)
          : Promise.resolve(void desktop.done.push(`reveal ${id}`)),
    }),
  };
}

/** Creates openings that record what is to be shown. */
function keptOpenings(done: string[]): Openings {
  const openings = new Openings({
    events: { publish: () => undefined },
    log: new KeptLog(),
    connections: { list: () => [] },
    grants: { grantPath: () => Promise.reject(new Error('Nothing is opened here.')) },
    requireReturn: () => undefined,
  });
  openings.add = (opening) => void done.push(JSON.stringify(opening));
  return openings;
}

/** Sends a message to main as a page does. */
export function sendToMain(
  electron: ElectronStandIn,
  channel: string,
  payload: unknown,
  frame: Frame | null = ourFrame,
  senderId = 1,
): Promise<unknown> {
  const listener = electron.ipc.get(channel);
  if (!listener) throw new Error(`Nothing listens on ${channel}.`);
  const event = { sender: { id: senderId }, senderFrame: frame } as unknown as Parameters<typeof listener>[0];
  return Promise.resolve(listener(event, payload));
}
