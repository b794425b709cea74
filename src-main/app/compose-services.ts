import { type ErrorBody, toErrorBody } from '../../src-shared/app-error.ts';
import { activityIdOf, type ActivityItem } from '../../src-shared/contract/activity.ts';
import type { AgentProgram } from '../../src-shared/contract/app/agent.ts';
import type { LanguageChoice } from '../../src-shared/i18n/language.ts';
import { englishTexts, loadTexts } from '../../src-shared/i18n/load-texts.ts';
import { Messages } from '../../src-shared/i18n/messages.ts';
import { presentError } from '../../src-shared/i18n/present-error.ts';
import { Connections } from '../connections/connections.ts';
import { deliveryKind } from '../deliveries/delivery-ledger.ts';
import { ActivityService } from '../jobs/activity-service.ts';
import { generationKind } from '../jobs/kinds/generations/generation-ledger.ts';
import { serviceJobKind } from '../jobs/kinds/service-jobs/service-job-ledger.ts';
import { JobEvents } from '../jobs/run/job-events.ts';
import { endUnsent } from '../jobs/start/end-unsent.ts';
import { Openings } from '../openings/openings.ts';
import type { Platform } from '../platform.ts';
import { isSavedFile } from '../projects/saved-file-key.ts';
import type { ActivityKey } from '../state/activity-repository.ts';
import { StoredPort } from '../state/settings/stored-port.ts';
import { StateStore } from '../state/state-store.ts';
import { AgentQuestions } from './agent-questions.ts';
import { AgentSetup } from './agent-setup.ts';
import type { AppEvents } from './app-events.ts';
import { CommandStates } from './command-states.ts';
import { addressOf, askAccount } from './compose-api.ts';
import { composeConnection, type ConnectionScope } from './compose-connection.ts';
import { composeCuts } from './compose-cuts.ts';
import { composeReturns, composeVersionFolders } from './compose-returns.ts';
import { composeShared, type SharedParts } from './compose-shared.ts';
import { composeUpdates, type UpdateParts } from './compose-updates.ts';

export type AppServices = ReturnType<typeof composeServices>;

/** Options of `compose` that the services take. */
interface ServicesOptions {
  readonly version: string;
  readonly suggestedServiceUrl?: string | null;
  readonly updates?: UpdateParts | null;
  readonly agentProgram?: AgentProgram | null;
}

function composeAgents(
  { clock, shell, paths }: Platform,
  events: AppEvents,
  { agentProgram: program = null, version }: ServicesOptions,
) {
  return {
    agentQuestions: new AgentQuestions({ clock, events }),
    agentSetup: new AgentSetup({ program, version, shell, userData: paths.userData }),
  };
}

/** Composes all services for one platform. */
export function composeServices(platform: Platform, events: AppEvents, options: ServicesOptions) {
  const { version, suggestedServiceUrl = null, updates = null } = options;
  const words = composeWords(platform);
  const { state, notices, hasSteppedBack } = composeState(platform, words.messages, updates);
  const jobEvents = new JobEvents({
    clock: platform.clock,
    log: platform.log,
    publish: (keys) => {
      activity.changed(keys);
      if (keys.some(isDelivered)) returns.scan();
      for (const { status } of connections.all) status.noteFigures();
      for (const { kind, id } of keys) {
        const generation = kind === 'generation' ? shared.generationLedger.peek(id) : null;
        if (generation) connections.scopeOrActive(generation.connectionId).projects.noteStage(generation);
      }
    },
  });
  const isDelivered = ({ kind, id }: ActivityKey): boolean =>
    kind === 'delivery' && shared.deliveryLedger.peek(id)?.state === 'done';
  const deliveriesOf = (deliveryId: string) => scopeOf(shared.deliveryLedger.get(deliveryId)).deliveries;
  const versionsOf = (deliveryId: string) =>
    connections.scopeOrActive(shared.deliveryLedger.get(deliveryId).connectionId).deliveries;
  const shared = composeShared(platform, {
    messages: words.messages,
    state,
    events,
    jobEvents,
    versionsOf,
    hasSteppedBack,
    availabilityOf: (connectionId) => connections.scope(connectionId).availability,
    openings: {
      add: (opening) => openings.add(opening),
      attempt: (action) => openings.attempt(action),
    },
  });
  const connections: Connections<ConnectionScope> = composeConnections(shared, () => ofCuts);
  const scopeOf = (record: { readonly connectionId: string }): ConnectionScope =>
    connections.scope(record.connectionId);
  const activity = composeActivity(shared);
  const { settings, secrets, transfers, log, logs, engine, fileGrants, materials, scripts, cleanup } = shared;
  const { editors, offers, network, recentProjects, resolveScripts, premierePanel } = shared;
  const requireReturn = (returnId: string) => returns.get(returnId);
  const openings = new Openings({ events, log, connections, grants: fileGrants, requireReturn });
  const returns = composeReturns(shared, openings, scopeOf);
  const ofCuts = composeCuts(shared, returns, connections);
  return {
    state,
    notices,
    events,
    jobEvents,
    connections,
    activity,
    offers,
    folderWatch: shared.folderWatch,
    suggestedServiceUrl,
    openings,
    cleanup,
    finishNotices: shared.notices,
    commandStates: new CommandStates(),
    ...composeAgents(platform, events, options),
    updates: updates && composeUpdates(platform, shared, { ...updates, version }),
    settings,
    secrets,
    transfers,
    logs,
    engine,
    fileGrants,
    materials,
    scripts,
    network,
    editors,
    resolveScripts,
    premierePanel,
    returns,
    mediaEngine: shared.mediaEngine,
    ...ofCuts,
    recentProjects,
    startDrag: platform.startDrag,
    versionFolders: composeVersionFolders(shared, platform.shell, returns, ofCuts.cuts),
    /** The words of notifications, menus and dialogs, in the language in use. */
    ...words,
    endUnsent: endAllUnsent.bind(null, shared),
    /** The scope of the active connection. */
    active: (): ConnectionScope => connections.active,
    deliveriesOf,
    /** Like `deliveriesOf`, to show and open versions, also of removed connections. */
    versionsOf,
    /** Returns the media of the connection in a `mediaPath`, or of the active connection if that one does not exist. */
    mediaOf: (mediaPath: string) => connections.scopeOrActive(mediaPath.split('/')[1] ?? '').media,
    generationsOf: (id: string) => scopeOf(shared.generationLedger.get(id)).generations,
    uploadsOf: (id: string) => scopeOf(shared.transfers.get(id)).uploads,
    /** Like `versionsOf`, for saved files. */
    savesOf: (id: string) => connections.scopeOrActive(shared.transfers.get(id).connectionId).saves,
    /** Returns the service that repeats a transfer without an owner. */
    repeaterOf: (id: string) => {
      const record = shared.transfers.get(id);
      return isSavedFile(record) ? scopeOf(record).saves : scopeOf(record).uploads;
    },
    scopeOfJob: (id: string) => scopeOf(shared.serviceJobLedger.get(id)),
    browserPort: new StoredPort({ repository: shared.settingsRepository, key: 'browserPort', log }),
  };
}

function composeWords({ languages }: Platform) {
  const messages = new Messages(englishTexts);
  const useLanguage = async (choice: LanguageChoice): Promise<void> => {
    messages.use(await loadTexts(choice, languages));
  };
  return { messages, useLanguage };
}

/** Looks once for a newer version that did not start: it is removed once this version has opened its window. */
function findSteppedBack(updates: UpdateParts | null): () => Promise<boolean> {
  let answer: Promise<boolean> | null = null;
  const find = async (): Promise<boolean> => ((await updates?.folder?.failed()) ?? []).length > 0;
  return () => (answer ??= find().catch(() => false));
}

function composeState(
  { clock, log, paths, notifier }: Platform,
  messages: Messages,
  updates: UpdateParts | null,
) {
  const hasSteppedBack = findSteppedBack(updates);
  const notices: ErrorBody[] = [];
  const state = new StateStore({
    userData: paths.userData,
    clock,
    log,
    hasSteppedBack,
    onRecovered: (notice) => {
      const body = toErrorBody(notice);
      notices.push(body);
      const { short } = presentError(body, messages);
      notifier.notify(messages.text('app.name'), short, () => undefined);
    },
  });
  return { state, notices, hasSteppedBack };
}

/** @throws AppError as `endUnsent`. */
function endAllUnsent({ generationLedger, serviceJobLedger }: SharedParts): void {
  endUnsent(generationLedger);
  endUnsent(serviceJobLedger);
}

function composeActivity(shared: SharedParts): ActivityService {
  return new ActivityService({
    repository: shared.activityRepository,
    read: (keys) => readActivity(shared, keys),
    publish: (changed) => {
      shared.events.publish('activity.changed', changed);
    },
  });
}

function composeConnections(
  shared: SharedParts,
  ofCuts: () => ReturnType<typeof composeCuts>,
): Connections<ConnectionScope> {
  const { events, clock, log } = shared;
  const connections: Connections<ConnectionScope> = new Connections({
    repository: shared.connectionRepository,
    settings: shared.settingsRepository,
    createScope: (record) =>
      composeConnection({
        shared,
        record,
        ofCuts,
        isActive: (connectionId) => connections.isActive(connectionId),
        onChange: (connection) => {
          events.publish('connection.changed', connection);
        },
      }),
    whoIs: (baseUrl, bearer, signal) => askAccount(shared, addressOf(baseUrl, bearer), { signal }),
    clock,
    log,
    onRemoved: (connectionId) => {
      shared.recentProjects.forgetConnection(connectionId);
      events.publish('connection.removed', { connectionId });
    },
  });
  return connections;
}

/** Returns the items in the order of the keys. One query reads all records of a kind, except transfers. */
function readActivity(shared: SharedParts, keys: readonly ActivityKey[]): ActivityItem[] {
  const { generationLedger, deliveryLedger, serviceJobLedger, transfers } = shared;
  const idsOf = (wanted: ActivityKey['kind']): string[] =>
    keys.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const items: ActivityItem[] = [
    ...generationLedger.getMany(idsOf('generation')).map((record) => {
      const { connectionId } = record;
      return { kind: 'generation' as const, connectionId, record: generationKind.shown(record) };
    }),
    ...deliveryLedger.getMany(idsOf('delivery')).map((record) => {
      const { connectionId } = record;
      return { kind: 'delivery' as const, connectionId, record: deliveryKind.shown(record) };
    }),
    ...serviceJobLedger.getMany(idsOf('job')).map((record) => {
      const { connectionId } = record;
      return { kind: 'job' as const, connectionId, record: serviceJobKind.shown(record) };
    }),
    ...idsOf('transfer').flatMap((id) => {
      const record = transfers.peek(id);
      if (!record) return [];
      const { connectionId } = record;
      return [{ kind: 'transfer' as const, connectionId, record: transfers.shown(record) }];
    }),
  ];
  const byKey = new Map(items.map((item) => [`${item.kind}:${activityIdOf(item)}`, item]));
  return keys.map(({ kind, id }) => byKey.get(`${kind}:${id}`)).filter((item) => item !== undefined);
}
