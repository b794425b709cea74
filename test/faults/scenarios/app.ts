import { addressedConnectionId, type App, compose } from '../../../src-main/app/compose.ts';
import { keyAccount } from '../../../src-main/connections/key-credential.ts';
import { MemorySecretStore } from '../../../src-main/hosts/node/memory-secret-store.ts';
import { createNodePlatform } from '../../../src-main/hosts/node/node-platform.ts';
import type { JobOrder, StartOperation } from '../../../src-main/jobs/kinds/service-jobs/start-operations.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { CutView } from '../../../src-shared/contract/cut.ts';
import { createClient } from '../../../src-shared/ipc/client.ts';
import type { ChangeOf } from '../../../src-timeline/changes/change.ts';
import type { AppOrder, AppReport, AppRow } from './app-order.ts';
import { createFastClock } from './fast-clock.ts';
import { pursueReturn, returnsOf } from './pursue-return.ts';

/*
 * The whole app as one process, so that a test can kill, stop or starve it. Argument 1 is an AppOrder as JSON. It
 * prints "started" when the app answers, a line such as "transfer waiting space" for each new state, and finally its
 * AppReport.
 */

const order = JSON.parse(process.argv[2] ?? '{}') as AppOrder;

/** One small start of each kind. */
const jobOrders: Record<string, JobOrder<StartOperation>> = {
  tool: {
    operation: 'generateSoundEffect',
    path: {},
    title: 'Rain',
    projectId: null,
    body: { prompt: 'rain', durationSeconds: 2 },
  } as JobOrder<'generateSoundEffect'>,
  export: {
    operation: 'exportProject',
    path: { projectId: 'proj_1' },
    title: 'Movie',
    projectId: 'proj_1',
    body: { quality: 'STANDARD' },
  } as JobOrder<'exportProject'>,
  interchange: {
    operation: 'createInterchange',
    path: { projectId: 'proj_1' },
    title: 'Cut',
    projectId: 'proj_1',
    body: { format: 'FCPXML', mediaDelivery: 'BUNDLE' },
  } as JobOrder<'createInterchange'>,
  remix: {
    operation: 'remixProject',
    path: { projectId: 'proj_1' },
    title: 'Remix',
    projectId: 'proj_1',
    body: { remixActions: [{ type: 'ADD_ZOOM' }] },
  } as JobOrder<'remixProject'>,
};

function composeApp(): App {
  const { userData, apiKey, serviceUrl, hurry = 20 } = order;
  const secrets = new MemorySecretStore([[keyAccount(addressedConnectionId), apiKey]]);
  const platform = createNodePlatform({ host: 'browser', paths: { userData, movies: null }, secrets });
  return compose(
    { ...platform, clock: createFastClock(hurry) },
    { version: '0.0.0', service: { kind: 'address', baseUrl: serviceUrl } },
  );
}

async function chooseFolder({ services }: App): Promise<void> {
  const { deliveryFolder } = order;
  if (deliveryFolder === null || services.settings.deliveryFolderPath !== null) return;
  await services.settings.setDeliveryFolder(deliveryFolder);
}

async function pursue(app: App): Promise<void> {
  const { goal } = order;
  const { deliveries, generations, jobs } = app.services.active();
  if (goal.kind === 'delivery') {
    if (deliveries.list(9).length === 0) await deliveries.startDelivery(goal.projectId, 'FCPXML', 'BUNDLE');
    for (const { deliveryId } of deliveries.list(9)) await deliveries.settled(deliveryId);
  }
  if (goal.kind === 'generation') {
    if (generations.list(9).length === 0) {
      generations.startGeneration({
        workflow: 'script',
        script: goal.script,
        aspectRatio: '16:9',
        visualStyle: { type: 'STOCK' },
        autoExport: true,
      });
    }
    for (const { generationId } of generations.list(9)) await generations.settled(generationId);
  }
  if (goal.kind === 'upload') await upload(app, goal);
  await changeCut(goal);
  if (goal.kind === 'return') await pursueReturn(app, goal.action);
  if (goal.kind === 'job') {
    if (jobs.list(9).length === 0) jobs.begin(jobOrders[goal.job] ?? unknownJob(goal.job));
    const signal = new AbortController().signal;
    for (const { jobId } of jobs.list(9)) await jobs.reading(jobId, { signal }).catch(() => undefined);
  }
}

const wantedNotes = 3;

async function changeCut(goal: AppOrder['goal']): Promise<void> {
  if (goal.kind === 'notes') await makeNotes(goal.projectId);
  if (goal.kind === 'takes') await makeTakes(goal.projectId);
}

/** Reads your cut. The user has a project cut read again whose reading was being started at a crash. */
async function yourCut(projectId: string): Promise<CutView> {
  const wanted = { projectId, of: { kind: 'yours' } } as const;
  try {
    return await client.call('cut.get', wanted);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'start_unconfirmed') throw error;
    return client.call('cut.get', { ...wanted, isRetry: true });
  }
}

async function makeNotes(projectId: string): Promise<void> {
  let cut = await yourCut(projectId);
  while (!cut.canRedo) {
    const count = cut.scenes[0]?.notes.length ?? 0;
    if (count < wantedNotes) {
      const text = `Note ${String(count + 1)}`;
      const change = { frame: count, oldText: null, text, author: null, isDone: false };
      const note: ChangeOf<'note'> = { kind: 'note', sceneId: '1', ...change };
      cut = await client.call('cut.change', { projectId, updatedAt: cut.updatedAt ?? 0, changes: [note] });
      process.stdout.write(`${text}\n`);
    } else {
      cut = await client.call('cut.undo', { projectId });
      process.stdout.write('Undone\n');
    }
  }
}

const respellings = [{ word: 'ships', respelling: 'Shipps' }];
const wantedTakes = [
  {
    kind: 'picture',
    source: {
      tool: 'picture',
      operation: 'generateImage',
      body: { prompt: 'Boats at dusk.' },
      title: 'Boats',
    },
  },
  { kind: 'voice', source: { tool: 'speech', text: 'Ships leave.', voiceId: 'vg_voic_1', respellings } },
] as const;

async function makeTakes(projectId: string): Promise<void> {
  const { takes } = await yourCut(projectId);
  for (const { kind, source } of wantedTakes) {
    if (takes.some((take) => take.kind === kind)) continue;
    await client.call('cut.addTake', { projectId, sceneId: '2', kind, source });
    process.stdout.write(`asked for a ${kind}\n`);
  }
  let isWaiting = true;
  while (isWaiting) {
    const changed = Promise.withResolvers<null>();
    const stop = client.on('cut.takesChanged', () => {
      changed.resolve(null);
    });
    isWaiting = await retryUnstarted(projectId);
    if (isWaiting) await changed.promise;
    stop();
  }
}

/** Has takes made again that the service was never asked for, as the user would. @returns true while a take is awaited. */
async function retryUnstarted(projectId: string): Promise<boolean> {
  const { takes } = await yourCut(projectId);
  for (const { takeId, state, error } of takes) {
    if (state !== 'failed') continue;
    if (error?.details['outcome'] !== 'not_started') throw new Error(JSON.stringify(error));
    await client.call('cut.retryTake', { takeId });
  }
  return takes.some(({ state }) => state !== 'ready');
}

async function upload(app: App, { path, retries = false }: Extract<AppOrder['goal'], { kind: 'upload' }>) {
  const { uploads } = app.services.active();
  if (uploadRows(app).length === 0) await uploads.add(await app.fileGrants.grantPath(path));
  for (const { id, state } of uploadRows(app)) {
    if (retries && state === 'failed') await uploads.retry(id);
    await uploads.settled(id);
  }
}

function unknownJob(name: string): never {
  throw new Error(`There is no such job: ${name}`);
}

function uploadRows({ services }: App): AppRow[] {
  const rows = services.activity.list(
    { what: 'uploads', status: null, connectionId: null, search: '' },
    0,
    9,
  );
  return rows.items.flatMap(({ kind, record }) =>
    kind === 'transfer'
      ? [{ id: record.transferId, state: record.state, error: record.error, remote: record.fileId }]
      : [],
  );
}

/** Selects the jobs of the run's goal, because after it the app may also request the scenes of the project. */
function ownJobs<Job extends { readonly kind: string }>(jobs: readonly Job[]): Job[] {
  const { goal } = order;
  if (goal.kind === 'generation') return [];
  return jobs.filter(({ kind }) => goal.kind !== 'job' || kind === goal.job);
}

function rowsOf(app: App): AppRow[] {
  const { deliveries, generations, jobs } = app.services.active();
  return [
    ...deliveries.list(9).map(({ deliveryId, state, error, folderPath }) => ({
      id: deliveryId,
      state,
      error,
      remote: folderPath,
    })),
    ...generations.list(9).map(({ generationId, state, error }) => ({
      id: generationId,
      state,
      error,
      remote: generations.get(generationId).workflowRunId,
    })),
    ...uploadRows(app),
    ...ownJobs(jobs.list(9)).map(({ jobId, state, error }) => ({
      id: jobId,
      state,
      error,
      remote: jobs.get(jobId).remoteId,
    })),
  ];
}

const app = composeApp();
const client = createClient<AppContract>({
  invoke: app.router,
  subscribe: (listener) => app.subscribe(listener),
});
const reported = new Set<string>();
client.on('activity.changed', ({ items }) => {
  for (const { kind, record } of items) {
    const waitingFor = kind === 'transfer' ? record.waitingFor : null;
    const line = `${kind} ${record.state}${waitingFor === null ? '' : ` ${waitingFor}`}`;
    if (!reported.has(line)) process.stdout.write(`${line}\n`);
    reported.add(line);
  }
});
await app.start();
await client.call('app.info', {});
process.stdout.write('started\n');
await chooseFolder(app);
await pursue(app);
const report: AppReport = {
  rows: rowsOf(app),
  returns: returnsOf(app).map(({ returnId, state, error, keptAs }) => ({
    id: returnId,
    state,
    error,
    remote: keptAs?.versionName ?? null,
  })),
  notices: app.services.notices,
};
await app.dispose();
process.stdout.write(`${JSON.stringify(report)}\n`);
