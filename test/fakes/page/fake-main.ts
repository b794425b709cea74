import { readTable } from '../../../src-main/intake/read-table.ts';
import { AppError, type ErrorBody } from '../../../src-shared/app-error.ts';
import type { AppInfo } from '../../../src-shared/contract/app/app.ts';
import type { Opening } from '../../../src-shared/contract/app/opening.ts';
import { initialSettings, type Settings } from '../../../src-shared/contract/app/settings.ts';
import { appContract } from '../../../src-shared/contract/app-contract.ts';
import type { Connection } from '../../../src-shared/contract/connection.ts';
import type { DeliveryOutlook } from '../../../src-shared/contract/delivery.ts';
import type { FoundEditor } from '../../../src-shared/contract/editor.ts';
import type { Generation } from '../../../src-shared/contract/generation.ts';
import type { Material } from '../../../src-shared/contract/material.ts';
import type { Chat, ChatMessage } from '../../../src-shared/contract/operation.ts';
import type { ProjectDetail } from '../../../src-shared/contract/project.ts';
import type {
  CallInput,
  CallName,
  EventName,
  EventPayload,
  Handlers,
} from '../../../src-shared/ipc/define.ts';
import { createRouter, type Reply } from '../../../src-shared/ipc/router.ts';
import { FakeActivity, itemsOf } from './fake-activity.ts';
import { FakeConnections } from './fake-connections.ts';
import { FakeCuts } from './fake-cuts.ts';
import { FakeDeliveries } from './fake-deliveries.ts';
import { FakeGenerations } from './fake-generations.ts';
import { FakeLibrary } from './fake-library.ts';
import {
  fakeEntities,
  fakeLanguages,
  fakeLocalConnection,
  fakeNetwork,
  fakeProject,
  fakeVoices,
} from './fake-main-data.ts';
import { FakeMovies } from './fake-movies.ts';
import { FakeOperations } from './fake-operations.ts';
import { FakeReturns } from './fake-returns.ts';
import { FakeUpdates } from './fake-updates.ts';

type AppHandlers = Handlers<typeof appContract>;

export interface FakeMainOptions {
  readonly projectCount: number;
  readonly platform: AppInfo['platform'];
  readonly capabilities: Partial<AppInfo['capabilities']>;
  readonly deliveryFolder: Settings['deliveryFolder'];
  readonly connection: Connection;
  readonly nowSeconds: () => number;
}

const defaults: FakeMainOptions = {
  projectCount: 24,
  platform: 'linux',
  capabilities: {},
  deliveryFolder: { path: '/media/raid/Dailies', state: 'ok', freeBytes: 812_000_000_000 },
  connection: fakeLocalConnection,
  nowSeconds: () => Math.floor(Date.now() / 1000),
};

/** Handlers of calls that only tests over the app's own main make. */
function absent<Name extends CallName<typeof appContract>>(...names: Name[]): Pick<AppHandlers, Name> {
  const refuse = (): never => {
    throw new AppError('not_supported_here', 'Use the test of `composed-app.ts`.');
  };
  return Object.fromEntries(names.map((name) => [name, refuse])) as unknown as Pick<AppHandlers, Name>;
}

/** File that the page granted to main. */
export interface GrantedFile {
  readonly displayName: string;
  readonly body: Buffer;
}

const kindsByName: readonly (readonly [Material['kind'], RegExp])[] = [
  ['video', /\.(?:mp4|mov)$/i],
  ['audio', /\.(?:wav|mp3)$/i],
  ['slides', /\.(?:pdf|pptx)$/i],
];

function kindOfName(displayName: string): Material['kind'] {
  return kindsByName.find(([, pattern]) => pattern.test(displayName))?.[0] ?? 'image';
}

/** In-memory main process: every call has an answer, and jobs advance whenever a test calls `step`. */
export class FakeMain {
  readonly options: FakeMainOptions;
  readonly projects: ProjectDetail[];
  readonly generations: FakeGenerations;
  readonly deliveries: FakeDeliveries;
  readonly connections: FakeConnections;
  readonly activity: FakeActivity;
  readonly movies: FakeMovies;
  readonly operations: FakeOperations;
  readonly returns: FakeReturns;
  readonly cuts = new FakeCuts({
    publish: (...message) => this.publish(...message),
    projectOf: (projectId) => this.#project(projectId),
    nameOf: (grant) => this.#file(grant).displayName,
  });
  /** Editors on the computer. */
  editors: readonly FoundEditor[] = [];
  network = fakeNetwork;
  readonly updates = new FakeUpdates((...message) => this.publish(...message));
  outlook: DeliveryOutlook = { lastVersion: null, mediaBytes: null, losses: [], frameSize: null };
  entities = fakeEntities;
  readonly files = new Map<string, GrantedFile>();
  readonly materials = new Map<string, Material>();
  readonly library = new FakeLibrary(this.materials);
  readonly #router: (request: unknown) => Promise<Reply>;
  readonly #listeners = new Set<(message: unknown) => void>();
  readonly #failures = new Map<string, AppError>();
  readonly #holds = new Map<string, Promise<undefined>>();
  readonly #openings: Opening[] = [];
  /** Calls so far, in order. */
  readonly requests: { readonly name: string; readonly input: unknown }[] = [];
  /** Notices that the page receives when it starts. */
  notices: ErrorBody[] = [];
  settings: Settings;

  constructor(options: Partial<FakeMainOptions> = {}) {
    this.options = { ...defaults, ...options };
    this.settings = {
      ...initialSettings,
      deliveryFolder: this.options.deliveryFolder,
      proposedFolder: null,
    };
    const { projectCount, nowSeconds } = this.options;
    this.projects = Array.from({ length: projectCount }, (_, number) => fakeProject(number, nowSeconds()));
    this.generations = new FakeGenerations({
      nowSeconds,
      onSucceeded: (title) => this.#addProject(title),
    });
    this.deliveries = new FakeDeliveries({
      nowSeconds,
      titleOf: (projectId) => this.#project(projectId).title,
      folder: () => this.settings.deliveryFolder,
    });
    this.connections = new FakeConnections({
      local: this.options.connection,
      nowSeconds,
      publish: this.publish.bind(this),
    });
    this.activity = new FakeActivity({
      nowSeconds,
      generations: this.generations,
      deliveries: this.deliveries,
      fileOf: (grant) => this.#file(grant),
      publish: this.publish.bind(this),
    });
    this.returns = new FakeReturns({
      deliveries: this.deliveries,
      activity: this.activity,
      publish: (change) => {
        this.publish('return.changed', change);
      },
    });
    this.movies = new FakeMovies({
      nowSeconds,
      activity: this.activity,
      titleOf: (projectId) => this.#project(projectId).title,
      folder: () => this.settings.deliveryFolder?.path ?? '/home/user/Movies',
    });
    this.operations = new FakeOperations(
      this.activity,
      nowSeconds,
      () => this.connections.active.connectionId,
    );
    this.activity.retryJob = (job) => this.movies.retry(job);
    this.#router = createRouter(appContract, this.#handlers(), (name, error) => {
      throw new Error(`The fake main failed in ${name}`, { cause: error });
    });
  }

  /** Answers a call as main does. */
  async invoke(request: unknown): Promise<Reply> {
    const asked = request as { readonly name: string; readonly input: unknown };
    const { name } = asked;
    this.requests.push(asked);
    await this.#holds.get(name);
    const failure = this.#failures.get(name);
    if (!failure) return this.#router(request);
    this.#failures.delete(name);
    return { ok: false, error: { code: failure.code, message: failure.message, details: failure.details } };
  }

  /** Names of all calls, in order. */
  get calls(): readonly string[] {
    return this.requests.map(({ name }) => name);
  }

  /** Inputs of all calls of a name, in order. */
  inputsOf<Name extends CallName<typeof appContract>>(name: Name): CallInput<typeof appContract, Name>[] {
    const asked = this.requests.filter((request) => request.name === name);
    return asked.map(({ input }) => input as CallInput<typeof appContract, Name>);
  }

  subscribe(listener: (message: unknown) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Accepts a file and returns the ID of its grant. */
  grantFile(file: GrantedFile): string {
    const grant = `grant-${String(this.files.size + 1)}`;
    this.files.set(grant, file);
    return grant;
  }

  /** Requests that the page show something, as the system does. */
  open(opening: Opening): void {
    this.#openings.push(opening);
    this.publish('opening.waits', {});
  }

  /** Chats with the assistant, and the messages of each. */
  readonly chats: Chat[] = [];
  readonly chatMessages: ChatMessage[] = [];

  /** Makes the next call of a name fail. */
  failNext(name: CallName<typeof appContract>, error: AppError): void {
    this.#failures.set(name, error);
  }

  /** Holds back the answers to all calls of a name until the test calls the returned function. */
  hold(name: CallName<typeof appContract>): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#holds.set(name, promise);
    return () => {
      this.#holds.delete(name);
      resolve(undefined);
    };
  }

  /** Advances every running job by one step and notifies the page. */
  step(): void {
    const generations = this.generations.step();
    const deliveries = this.deliveries.step();
    if (generations.length + deliveries.length > 0) {
      this.activity.tellReordered(itemsOf({ generations, deliveries }));
    }
    this.activity.step();
    this.movies.step();
  }

  /** Notifies the page of the generations. */
  #told(answer: Generation): Generation {
    this.activity.tellReordered(itemsOf({ generations: this.generations.list() }));
    return answer;
  }

  publish<Name extends EventName<typeof appContract>>(
    name: Name,
    payload: EventPayload<typeof appContract, Name>,
  ): void {
    for (const listener of this.#listeners) listener({ name, payload });
  }

  /** Changes the active connection and notifies the page. */
  setConnection(change: Partial<Connection>): void {
    this.connections.change(this.connections.active.connectionId, change);
  }

  #addProject(title: string): string {
    const fresh = fakeProject(this.projects.length, this.options.nowSeconds());
    const now = this.options.nowSeconds();
    this.projects.unshift({ ...fresh, title, createdAt: now, updatedAt: now });
    this.publish('project.changed', { projectId: fresh.projectId });
    return fresh.projectId;
  }

  /** Replaces a project's picture and notifies the page of the change. */
  changePicture(projectId: string): void {
    const thumbnailPath = `projects/${projectId}/thumbnail/${String(Date.now())}`;
    this.projects.splice(this.projects.indexOf(this.#project(projectId)), 1, {
      ...this.#project(projectId),
      thumbnailPath,
    });
    this.publish('project.changed', { projectId });
  }

  #project(projectId: string): ProjectDetail {
    const project = this.projects.find((each) => each.projectId === projectId);
    if (!project) throw new AppError('not_found', `There is no project ${projectId}.`);
    return project;
  }

  #changeSettings(change: Partial<Settings>): Settings {
    this.settings = { ...this.settings, ...change };
    this.publish('settings.changed', this.settings);
    return this.settings;
  }

  #file(grant: string): GrantedFile {
    const file = this.files.get(grant);
    if (!file) throw new AppError('file_unreadable', 'There is no such grant.');
    return file;
  }

  #handlers(): AppHandlers {
    const { generations, deliveries } = this;
    return {
      ...this.#settingsHandlers(),
      ...this.#materialHandlers(),
      ...this.connections.handlers(),
      ...this.activity.handlers(),
      ...this.movies.handlers(),
      ...this.returns.handlers(),
      'network.get': () => this.network,
      ...absent('network.setProxy', 'network.setAuthorities', 'network.test'),
      ...this.updates.handlers(),
      'editor.list': () => ({ editors: [...this.editors], chosen: [], choosable: [] }),
      ...absent('editor.choose', 'editor.forget', 'editor.resolveScripts', 'editor.savePremierePanel'),
      ...absent('editor.installResolveScripts', 'editor.removeResolveScripts'),
      'command.report': () => ({}),
      'project.noteOpened': () => ({}),
      ...this.library.handlers(),
      ...this.cuts.handlers(),
      ...this.operations.handlers(),
      'operation.call': ({ operation, path, query, body }) => {
        const answer = this.library.answer(operation, path, query, body);
        if (answer === null) throw new AppError('service_unreachable', 'There is no service here.');
        return { answer };
      },
      'chat.list': () => ({ chats: [...this.chats] }),
      'chat.read': () => ({ messages: [...this.chatMessages] }),
      'drag.start': () => ({}),
      'opening.take': () => ({ openings: this.#openings.splice(0) }),
      'app.notices': () => ({ notices: this.notices }),
      'agent.program': () => ({ command: '/usr/lib/dailies/resources/bin/dailies', args: ['mcp'] }),
      'agent.questions': () => ({ questions: [] }),
      ...absent('agent.ask', 'agent.answer', 'agent.openBundle'),
      'app.info': () => ({
        version: '0.1.0',
        host: 'browser',
        platform: this.options.platform,
        capabilities: {
          chooseFolder: false,
          revealFile: true,
          trash: true,
          dragOut: false,
          desktop: false,
          engine: true,
          ...this.options.capabilities,
        },
        mediaBaseUrl: 'media/',
        language: this.settings.language,
        systemLanguages: [],
      }),
      'catalogue.voices': () => ({ voices: [...fakeVoices] }),
      'catalogue.languages': () => ({ languages: [...fakeLanguages] }),
      'catalogue.entities': () => ({ entities: [...this.entities] }),
      'generation.expect': () => ({ seconds: generations.expectedSeconds, refusal: generations.refusal }),
      'generation.start': (input) => generations.start(input),
      'generation.startBatch': ({ items }) => ({ generations: generations.startBatch(items) }),
      'generation.request': ({ generationId }) => ({
        request: generations.requestOf(generationId),
        materials: [...this.materials.values()],
      }),
      'generation.list': ({ limit }) => ({ generations: generations.list().slice(0, limit) }),
      'generation.cancel': ({ generationId }) => this.#told(generations.cancel(generationId)),
      'generation.retry': ({ generationId }) => this.#told(generations.retry(generationId)),
      'delivery.start': (input) => deliveries.start(input),
      'delivery.list': ({ projectId, limit }) => ({ deliveries: deliveries.list(projectId).slice(0, limit) }),
      'delivery.outlook': () => this.outlook,
      'delivery.cancel': ({ deliveryId }) => deliveries.cancel(deliveryId),
      'delivery.retry': ({ deliveryId }) => deliveries.retry(deliveryId),
      'delivery.open': ({ deliveryId, editorId }) => deliveries.open(deliveryId, editorId, this.editors),
      'delivery.reveal': ({ deliveryId }) => deliveries.reveal(deliveryId),
      'delivery.folders': ({ projectId }) => deliveries.folders(projectId),
      'delivery.discard': ({ deliveryId }) => deliveries.discard(deliveryId),
      'project.list': ({ cursor, limit }) => {
        // A cursor is a position in the order, which newer projects do not move.
        const from = this.projects.findIndex(({ projectId }) => projectId === cursor) + 1;
        const projects = this.projects.slice(from, from + limit);
        const rest = this.projects.slice(from + limit);
        return { projects, nextCursor: rest.length > 0 ? (projects.at(-1)?.projectId ?? null) : null };
      },
      'project.openOnWeb': () => ({}),
      'project.get': ({ projectId }) => this.#project(projectId),
    };
  }

  #settingsHandlers(): Pick<AppHandlers, Extract<CallName<typeof appContract>, `settings.${string}`>> {
    return {
      'settings.get': () => this.settings,
      'settings.setLanguage': ({ language }) => this.#changeSettings({ language }),
      'settings.setTheme': ({ theme }) => this.#changeSettings({ theme }),
      'settings.setDesktop': ({ name, isOn }) =>
        this.#changeSettings({ desktop: { ...this.settings.desktop, [name]: isOn } }),
      'settings.setTransfers': (transfers) => this.#changeSettings(transfers),
      'settings.setKeptMedia': (kept) => this.#changeSettings(kept),
      'settings.setDocumentTiming': (documentTiming) => this.#changeSettings({ documentTiming }),
      ...absent('settings.chooseDeliveryFolder', 'settings.setDeliveryFolder'),
    };
  }

  #materialHandlers(): Pick<AppHandlers, Extract<CallName<typeof appContract>, `material.${string}`>> {
    return {
      'material.readScript': ({ fileGrant }) => {
        const { displayName, body } = this.#file(fileGrant);
        return { displayName, text: body.toString('utf8') };
      },
      'material.readTable': ({ fileGrant }) => {
        const { displayName, body } = this.#file(fileGrant);
        return { displayName, ...readTable(body.toString('utf8')) };
      },
      'material.add': ({ fileGrant }): Material => {
        const { displayName, body } = this.#file(fileGrant);
        if (body.length === 0) {
          throw new AppError('file_type_unsupported', 'The file is empty.', { details: { displayName } });
        }
        const material: Material = {
          materialId: `mat-${fileGrant}`,
          displayName,
          kind: kindOfName(displayName),
          sizeBytes: body.length,
          mediaPath: `materials/${fileGrant}`,
        };
        this.materials.set(material.materialId, material);
        return material;
      },
      'material.copyMedia': ({ displayName }) => {
        return { fileGrant: this.grantFile({ displayName, body: Buffer.from('a picture') }) };
      },
      'material.setTranscript': ({ materialId, fileGrant }) => {
        const recording = this.materials.get(materialId);
        if (!recording) throw new AppError('not_found', 'There is no such material.');
        const material: Material = {
          ...recording,
          materialId: `${materialId}-${fileGrant ?? 'plain'}`,
          transcriptName: fileGrant === null ? undefined : this.#file(fileGrant).displayName,
        };
        this.materials.set(material.materialId, material);
        return material;
      },
    };
  }
}
