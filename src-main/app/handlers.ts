import { AppError } from '../../src-shared/app-error.ts';
import type { AppInfo } from '../../src-shared/contract/app/app.ts';
import type { AppContract } from '../../src-shared/contract/app-contract.ts';
import type { Handlers } from '../../src-shared/ipc/define.ts';
import { engineNotIncluded } from '../engine/engine.ts';
import type { AppServices } from './compose-services.ts';
import { copyMedia } from './copy-media.ts';
import { dragOut } from './drag-out.ts';
import { planOf } from './plan-of.ts';

/** The service may have to send media first. */
const longestDrawingMs = 60_000;

type HandlersOf<Noun extends string> = Pick<
  Handlers<AppContract>,
  Extract<keyof Handlers<AppContract>, `${Noun}.${string}`>
>;

/** Answers each call of the contract with one call of a service. */
export function createHandlers(
  info: Omit<AppInfo, 'language'>,
  services: AppServices,
): Handlers<AppContract> {
  return {
    'app.info': () => ({ ...info, language: services.settings.language }),
    'app.notices': () => ({ notices: services.notices }),
    'opening.take': () => ({ openings: services.openings.take() }),
    'command.report': ({ commands }) => {
      services.commandStates.report(commands);
      return {};
    },
    'drag.start': async ({ dragged }) => {
      await dragOut(dragged, services);
      return {};
    },
    'agent.program': () => services.agentSetup.program,
    'agent.openBundle': async () => ({ path: await services.agentSetup.open() }),
    'agent.ask': (question) => services.agentQuestions.ask(question),
    'agent.questions': () => ({ questions: services.agentQuestions.list() }),
    'agent.answer': ({ questionId, isAllowed }) => {
      services.agentQuestions.answer(questionId, isAllowed);
      return {};
    },
    ...connectionHandlers(services),
    ...settingsHandlers(services),
    ...networkHandlers(services),
    ...generationHandlers(services),
    ...projectHandlers(services),
    ...movieHandlers(services),
    ...cutHandlers(services),
    ...returnHandlers(services),
    ...transferHandlers(services),
    ...activityHandlers(services),
    ...operationHandlers(services),
    ...chatHandlers(services),
    ...updatesHandlers(services),
  };
}

function connectionHandlers({
  connections,
  folderWatch,
  returns,
  secrets,
  suggestedServiceUrl,
}: AppServices): HandlersOf<'connection' | 'keychain'> {
  return {
    'connection.get': () => connections.get(),
    'connection.list': () => ({ connections: connections.list() }),
    'connection.suggestedAddress': () => ({ serviceUrl: suggestedServiceUrl }),
    'connection.retry': () => connections.retry(),
    'connection.test': ({ connectionId }) => connections.test(connectionId),
    'connection.attend': ({ attention }) => {
      connections.attend(attention);
      folderWatch.look();
      returns.scan();
      return {};
    },
    'connection.limits': ({ connectionId }) => ({ limits: connections.limits(connectionId) }),
    'connection.plan': ({ connectionId }) => planOf(connections.scope(connectionId)),
    'connection.add': ({ serviceUrl, apiKey }) => connections.add(serviceUrl, apiKey),
    'connection.signIn': ({ connectionId }) => connections.signIn(connectionId),
    'connection.cancelSignIn': ({ connectionId }) => connections.cancelSignIn(connectionId),
    'connection.setApiKey': ({ connectionId, apiKey }) => connections.setApiKey(connectionId, apiKey),
    'connection.signOut': ({ connectionId }) => connections.signOut(connectionId),
    'connection.activate': ({ connectionId }) => connections.activate(connectionId),
    'connection.remove': async ({ connectionId }) => {
      await connections.remove(connectionId);
      return {};
    },
    'keychain.get': () => secrets.keychain,
    'keychain.retry': () => secrets.retry(),
  };
}

function settingsHandlers({
  settings,
  useLanguage,
  active,
}: AppServices): HandlersOf<'settings' | 'catalogue'> {
  return {
    'settings.get': () => settings.get(),
    'settings.setTheme': ({ theme }) => settings.setTheme(theme),
    'settings.setLanguage': async ({ language }) => {
      await useLanguage(language);
      return settings.setLanguage(language);
    },
    'settings.setTransfers': (limits) => settings.setTransfers(limits),
    'settings.setDesktop': ({ name, isOn }) => settings.setDesktop(name, isOn),
    'settings.setKeptMedia': ({ keptMediaBytes }) => settings.setKeptMedia(keptMediaBytes),
    'settings.setDocumentTiming': (timing) => settings.setDocumentTiming(timing),
    'settings.chooseDeliveryFolder': () => settings.chooseDeliveryFolder(),
    'settings.setDeliveryFolder': ({ path, mayMake = false }) => settings.setDeliveryFolder(path, mayMake),
    'catalogue.voices': async () => ({ voices: await active().catalogue.voices() }),
    'catalogue.languages': async () => ({ languages: await active().catalogue.languages() }),
    'catalogue.entities': async () => ({ entities: await active().catalogue.entities() }),
  };
}

function networkHandlers({ network, connections, suggestedServiceUrl }: AppServices): HandlersOf<'network'> {
  return {
    'network.get': () => network.get(),
    'network.setProxy': (change) => network.setProxy(change),
    'network.setAuthorities': ({ pem }) => network.setAuthorities(pem),
    'network.test': () => network.test(connections.hostedAddress() ?? suggestedServiceUrl),
  };
}

/** Returns the scope of a connection; without one, of the active connection. */
function scopeIn(connections: AppServices['connections'], connectionId?: string) {
  return connectionId === undefined ? connections.active : connections.scope(connectionId);
}

function generationHandlers({
  active,
  connections,
  fileGrants,
  generationsOf,
  materials,
  mediaOf,
  scripts,
}: AppServices): HandlersOf<'material' | 'library' | 'generation'> {
  return {
    'library.use': ({ fileId }) => active().library.use(fileId),
    'library.save': async ({ fileId }) => ({ transfer: await active().saves.saveFile(fileId) }),
    'material.readScript': ({ fileGrant, keepsMarkup }) => scripts.read(fileGrant, keepsMarkup),
    'material.readTable': ({ fileGrant }) => scripts.readTable(fileGrant),
    'material.add': ({ fileGrant }) => materials.add(fileGrant),
    'material.copyMedia': (asked) => copyMedia(asked, { mediaOf, fileGrants }),
    'material.setTranscript': ({ materialId, fileGrant }) => materials.withTranscript(materialId, fileGrant),
    'generation.expect': (request) => active().generations.expect(request),
    'generation.start': (request) => active().generations.startGeneration(request),
    'generation.startBatch': ({ items, connectionId }) => ({
      generations: scopeIn(connections, connectionId).generations.startBatch(items),
    }),
    'generation.list': ({ limit }) => ({ generations: active().generations.list(limit) }),
    'generation.request': ({ generationId }) => generationsOf(generationId).describeRequest(generationId),
    'generation.cancel': ({ generationId }) => generationsOf(generationId).cancel(generationId),
    'generation.retry': ({ generationId }) => generationsOf(generationId).retry(generationId),
  };
}

function projectHandlers({
  active,
  connections,
  deliveriesOf,
  editors,
  premierePanel,
  recentProjects,
  resolveScripts,
  versionFolders,
  versionsOf,
}: AppServices): HandlersOf<'project' | 'delivery' | 'editor'> {
  return {
    'editor.list': ({ isFresh }) => editors.list(isFresh),
    'editor.choose': ({ editor }) => editors.choose(editor),
    'editor.forget': ({ editor }) => editors.forget(editor),
    'editor.resolveScripts': () => resolveScripts.state(),
    'editor.installResolveScripts': () => resolveScripts.install(),
    'editor.removeResolveScripts': () => resolveScripts.remove(),
    'editor.savePremierePanel': async () => ({ path: await premierePanel.save() }),
    'project.list': ({ cursor, limit }) => active().projects.list(cursor, limit),
    'project.openOnWeb': async ({ projectId }) => {
      await active().projects.openOnWeb(projectId);
      return {};
    },
    'project.noteOpened': (project) => {
      recentProjects.note({ connectionId: active().connectionId, ...project });
      return {};
    },
    'project.get': ({ projectId, isRetry }) => active().projects.get(projectId, isRetry),
    'delivery.start': ({ connectionId, projectId, format, mediaDelivery, ...wishes }) =>
      scopeIn(connections, connectionId).deliveries.startDelivery(projectId, format, mediaDelivery, wishes),
    'delivery.list': ({ projectId, limit }) => ({ deliveries: active().deliveries.list(limit, projectId) }),
    'delivery.outlook': ({ projectId, cut }) => active().deliveries.outlook(projectId, cut),
    'delivery.cancel': ({ deliveryId }) => deliveriesOf(deliveryId).cancel(deliveryId),
    'delivery.retry': ({ deliveryId }) => deliveriesOf(deliveryId).retry(deliveryId),
    'delivery.open': ({ deliveryId, editorId }) => versionsOf(deliveryId).open(deliveryId, editorId),
    'delivery.reveal': async ({ deliveryId }) => {
      await versionsOf(deliveryId).reveal(deliveryId);
      return {};
    },
    'delivery.folders': ({ projectId }) => versionFolders.list(active().connectionId, projectId),
    'delivery.discard': ({ deliveryId }) => versionFolders.discard(deliveryId),
  };
}

function cutHandlers({ active, cuts, cutMovies, cutTakes, mediaEngine }: AppServices): HandlersOf<'cut'> {
  return {
    'cut.get': ({ projectId, of, isRetry }) => cuts.get(projectId, of, isRetry),
    'cut.change': ({ projectId, updatedAt, changes }) => cuts.change(projectId, updatedAt, changes),
    'cut.undo': ({ projectId }) => cuts.undo(projectId),
    'cut.redo': ({ projectId }) => cuts.redo(projectId),
    'cut.saveMovie': async ({ projectId, hasCaptions }) => {
      if (!mediaEngine.isIncluded) throw engineNotIncluded();
      return { transfer: await active().saves.saveCut(projectId, hasCaptions) };
    },
    'cut.frames': async ({ projectId, frames }) => {
      if (!mediaEngine.isIncluded) throw engineNotIncluded();
      const signal = AbortSignal.timeout(longestDrawingMs);
      return { pictures: [...(await cutMovies.frames(active(), { projectId, frames }, signal))] };
    },
    'cut.discard': ({ projectId }) => cuts.discard(projectId),
    'cut.restore': ({ projectId, deliveryId }) => cuts.restore(projectId, deliveryId),
    'cut.previewUpdate': ({ projectId, choices }) => cuts.previewUpdate(projectId, choices),
    'cut.update': ({ projectId, updatedAt, choices }) => cuts.update(projectId, updatedAt, choices),
    'cut.addTake': ({ projectId, sceneId, kind, source }) =>
      cutTakes.add({ projectId, sceneId, kind }, cuts.yourCut(projectId), source),
    'cut.retryTake': ({ takeId }) => cutTakes.retry(takeId),
    'cut.narration': ({ projectId }) => cutTakes.narration(projectId, cuts.yourCut(projectId)),
    'cut.findTake': ({ takeId, file }) => cutTakes.find(takeId, file),
    'cut.removeTake': async ({ takeId }) => {
      await cutTakes.remove(takeId);
      return {};
    },
  };
}

function returnHandlers({ returns }: AppServices): HandlersOf<'return'> {
  return {
    'return.list': (request) => returns.list(request),
    'return.get': ({ returnId }) => returns.get(returnId),
    'return.folders': () => ({ folders: returns.watched.list() }),
    'return.watchFolder': async () => ({ folders: await returns.watched.add() }),
    'return.unwatchFolder': ({ path }) => ({ folders: returns.watched.remove(path) }),
    'return.take': ({ fileGrant }) => returns.take(fileGrant),
    'return.practise': () => returns.practise(),
    'return.removePractice': async ({ returnId }) => {
      await returns.removePractice(returnId);
      return {};
    },
    'return.dismiss': ({ returnId }) => returns.dismiss(returnId),
    'return.cancelKeep': ({ returnId }) => returns.cancelKeep(returnId),
    'return.chooseSequence': ({ returnId, key }) => returns.chooseSequence(returnId, key),
    'return.restore': ({ returnId }) => returns.restore(returnId),
    'return.keep': ({ returnId, collects }) => returns.keep(returnId, collects),
    'return.upload': ({ returnId }) => returns.upload(returnId),
    'return.previewUpdate': ({ returnId, choices }) => returns.previewUpdate(returnId, choices),
    'return.checkProject': ({ returnId }) => returns.checkProject(returnId),
    'return.updateWithPresentCut': ({ returnId }) => returns.updateWithPresentCut(returnId),
    'return.update': ({ returnId, ...updating }) => returns.update(returnId, updating),
    'return.reveal': async ({ returnId }) => {
      await returns.reveal(returnId);
      return {};
    },
  };
}

function movieHandlers({
  active,
  connections,
  fileGrants,
  savesOf,
  transfers,
}: AppServices): HandlersOf<'remix' | 'export'> {
  return {
    'remix.start': ({ actions, isCopy, ...project }) =>
      active().projectJobs.startRemix(project, actions, isCopy),
    'remix.list': ({ projectId }) => active().projectJobs.listRemixes(projectId),
    'export.start': ({ connectionId, options, ...project }) =>
      scopeIn(connections, connectionId).projectJobs.startExport(project, options),
    'export.list': ({ projectId }) => active().projectJobs.listExports(projectId),
    'export.link': async ({ projectId, exportId }) => ({
      url: await active().projectJobs.link(projectId, exportId),
    }),
    'export.saveMovie': async ({ projectId, exportId }) => ({
      transfer: await active().saves.saveMovie(projectId, exportId),
    }),
    'export.saveSceneMedia': async ({ projectId, sceneIndex }) => ({
      transfer: await active().saves.saveSceneMedia(projectId, sceneIndex),
    }),
    'export.listSaved': ({ projectId }) => ({ saves: active().saves.list(projectId) }),
    'export.playSaved': async ({ transferId }) => {
      await savesOf(transferId).play(transferId);
      return {};
    },
    'export.shareSaved': async ({ transferId }) => {
      const { saves, uploads } = connections.scope(transfers.get(transferId).connectionId);
      return uploads.add(await fileGrants.grantPath(await saves.presentPathOf(transferId)));
    },
    'export.revealSaved': async ({ transferId }) => {
      await savesOf(transferId).reveal(transferId);
      return {};
    },
  };
}

function transferHandlers({
  transfers,
  connections,
  uploadsOf,
  repeaterOf,
  versionsOf,
}: AppServices): HandlersOf<'transfer'> {
  return {
    'transfer.totals': () => transfers.totals(),
    'transfer.get': ({ transferId }) => transfers.shown(transfers.get(transferId)),
    'transfer.pause': ({ transferId }) => transfers.pause(transferId),
    'transfer.resume': ({ transferId }) => transfers.resume(transferId),
    'transfer.cancel': ({ transferId }) => transfers.cancel(transferId),
    'transfer.retry': ({ transferId }) => repeaterOf(transferId).retry(transferId),
    'transfer.move': ({ transferId, beforeTransferId }) => transfers.move(transferId, beforeTransferId),
    'transfer.pauseAll': () => transfers.pauseAll(),
    'transfer.resumeAll': () => transfers.resumeAll(),
    'transfer.upload': ({ connectionId, fileGrant, mayReuse }) =>
      scopeIn(connections, connectionId).uploads.add(fileGrant, { mayReuse }),
    'transfer.decide': ({ transferId, choice }) => uploadsOf(transferId).decide(transferId, choice),
    'transfer.revealLog': async ({ deliveryId }) => {
      await versionsOf(deliveryId).revealLog(deliveryId);
      return {};
    },
  };
}

function activityHandlers({ activity, scopeOfJob, toolTakes }: AppServices): HandlersOf<'activity'> {
  return {
    'activity.list': ({ filter, offset, limit }) => activity.list(filter, offset, limit),
    'activity.parts': ({ deliveryId }) => activity.parts(deliveryId),
    'activity.cancelJob': ({ jobId }) => scopeOfJob(jobId).jobs.cancel(jobId),
    'activity.retryJob': async ({ jobId }) => {
      const scope = scopeOfJob(jobId);
      const job = await scope.jobs.retry(jobId);
      toolTakes.resume(scope);
      return job;
    },
    'activity.clear': ({ filter }) => activity.clear(filter),
    'activity.restore': ({ clearId }) => {
      activity.restore(clearId);
      return {};
    },
  };
}

function operationHandlers({ connections, scopeOfJob }: AppServices): HandlersOf<'operation'> {
  return {
    'operation.call': async ({ connectionId, ...request }) => ({
      answer: await scopeIn(connections, connectionId).operations.call(request),
    }),
    'operation.start': ({ connectionId, ...order }) =>
      scopeIn(connections, connectionId).operations.start(order),
    'operation.request': ({ jobId }) => scopeOfJob(jobId).operations.request(jobId),
    'operation.outcome': async ({ jobId }) => ({
      record: await scopeOfJob(jobId).operations.outcome(jobId),
    }),
  };
}

function chatHandlers({ active }: AppServices): HandlersOf<'chat'> {
  return {
    'chat.list': () => ({ chats: active().chats.list() }),
    'chat.read': async ({ assistantId }) => ({ messages: await active().chats.read(assistantId) }),
  };
}

function updatesHandlers({ updates }: AppServices): HandlersOf<'updates'> {
  const required = () => {
    if (updates) return updates;
    throw new AppError('not_supported_here', 'There are no updates for this copy of the app.');
  };
  return {
    'updates.get': () => ({ updates: updates?.get() ?? null }),
    'updates.check': async () => ({ updates: await required().check() }),
    'updates.download': async () => ({ updates: await required().download() }),
    'updates.setAutomatic': ({ isAutomatic }) => ({ updates: required().setAutomatic(isAutomatic) }),
    'updates.install': async () => {
      await required().install();
      return {};
    },
    'updates.openPrevious': async () => {
      await required().openPrevious();
      return {};
    },
    'updates.dismissNews': () => ({ updates: required().dismissNews() }),
  };
}
