import { AppError } from '../../src-shared/app-error.ts';
import { localConnectionId } from '../../src-shared/contract/connection.ts';
import { RateBudget } from '../api/budget/rate-budget.ts';
import { TokenSession } from '../connections/auth/token-session.ts';
import { ConnectionStatus } from '../connections/connection-status.ts';
import { ConnectionTeam } from '../connections/connection-team.ts';
import type { ManagedScope } from '../connections/connections.ts';
import type { KeyCredential } from '../connections/key-credential.ts';
import type { ServiceSource } from '../connections/local-service/service-source.ts';
import type { CutMovies } from '../cuts/cut-movie.ts';
import type { CutsToSend } from '../cuts/cuts-to-send.ts';
import type { Cuts } from '../cuts/cuts.ts';
import type { ToolTakes } from '../cuts/tool-takes.ts';
import { Deliveries } from '../deliveries/deliveries.ts';
import { DeliveryRunner } from '../deliveries/delivery-runner.ts';
import { SentCuts, type YourCutsToSend } from '../deliveries/sent-cuts.ts';
import { throwIfStopped } from '../foundation/wait.ts';
import { ExpectedEnds } from '../jobs/kinds/generations/expected-ends.ts';
import { GenerationCalls } from '../jobs/kinds/generations/generation-calls.ts';
import { Generations } from '../jobs/kinds/generations/generations.ts';
import { ServiceJobCalls } from '../jobs/kinds/service-jobs/service-job-calls.ts';
import { ServiceJobs } from '../jobs/kinds/service-jobs/service-jobs.ts';
import { JobRunner } from '../jobs/run/job-runner.ts';
import { createJobReaders } from '../jobs/schedule/job-readers.ts';
import { JobSchedule } from '../jobs/schedule/job-schedule.ts';
import { JobStarter } from '../jobs/start/job-starter.ts';
import { Chats } from '../projects/chats.ts';
import { InterchangeRunner } from '../projects/interchange-runner.ts';
import { LibraryFiles } from '../projects/library-files.ts';
import { type MediaFiles, MediaGateway } from '../projects/media-gateway.ts';
import { OperationService } from '../projects/operation-service.ts';
import { ProjectCuts } from '../projects/project-cuts.ts';
import { ProjectFiles, type ProjectFilesDeps } from '../projects/project-files.ts';
import { ProjectJobs } from '../projects/project-jobs.ts';
import { ProjectLinks } from '../projects/project-links.ts';
import { ProjectMovies } from '../projects/project-movies.ts';
import { ProjectService } from '../projects/project-service.ts';
import { SavePlaces } from '../projects/save-places.ts';
import { SavedFiles } from '../projects/saved-files.ts';
import type { ConnectionRecord } from '../state/connection-repository.ts';
import { isFinishedGeneration } from '../state/generation-repository.ts';
import type { ServiceJobRecord } from '../state/service-job-repository.ts';
import { Downloader } from '../transfers/download.ts';
import { MaterialUploader } from '../transfers/upload/material-uploader.ts';
import { UploadRunner } from '../transfers/upload/upload-runner.ts';
import { Uploads } from '../transfers/upload/uploads.ts';
import { Uploader } from '../transfers/uploader.ts';
import { accountAt, composeApi, composeSource, type ConnectionBase } from './compose-api.ts';
import type { SharedParts } from './compose-shared.ts';

/** What all connections share for the cuts of their projects. */
interface OfCuts {
  readonly cuts: Pick<Cuts, 'mediaOf'>;
  readonly cutsToSend: Pick<CutsToSend, 'peek' | 'take'>;
  readonly cutMovies: Pick<CutMovies, 'render'>;
  readonly toolTakes: Pick<ToolTakes, 'jobFinished' | 'resume'>;
}

interface ConnectionOptions {
  readonly shared: SharedParts;
  /** Null for the local service. */
  readonly record: ConnectionRecord | null;
  readonly isActive: (connectionId: string) => boolean;
  readonly ofCuts: () => OfCuts;
  readonly onChange: ConstructorParameters<typeof ConnectionStatus>[0]['onChange'];
}

/** One connection and everything that uses it: its rate budget, schedule, jobs, deliveries, uploads. */
export type ConnectionScope = ReturnType<typeof composeConnection>;

export function composeConnection(options: ConnectionOptions) {
  const { shared, record, ofCuts } = options;
  const connectionId = record?.connectionId ?? localConnectionId;
  const onSignedOut = (): void => {
    parts.status.signInLost();
  };
  const countUnfinished = (): number => shared.activityRepository.countOpen(connectionId);
  const team = new ConnectionTeam({ connectionId, repository: shared.connectionRepository, countUnfinished });
  const budget = new RateBudget(shared);
  const { source, ...access } = composeSource(shared, record, { team, budget, onSignedOut });
  const api = composeApi(shared, { connectionId, address: source, budget });
  const base = { ...shared, ...api, connectionId, address: source };
  const status = composeStatus(options, { ...base, source, team, countUnfinished });
  const jobs = composeJobs(base, (record) => {
    noteFinished(record, parts.projects);
    parts.chats.noteFinished(record);
    ofCuts().toolTakes.jobFinished(parts, record);
  });
  const publish = (name: 'project.changed' | 'cut.changed', projectId: string): void => {
    if (options.isActive(connectionId)) shared.events.publish(name, { projectId });
  };
  const ofCut: MediaFiles['ofCut'] = (...asked) => ofCuts().cuts.mediaOf(parts, ...asked);
  const projects = composeProjects({ ...base, ...jobs, publish, ofCut });
  const yourCuts: YourCutsToSend = {
    take: (...asked) => ofCuts().cutsToSend.take(parts, ...asked),
    peek: (projectId) => ofCuts().cutsToSend.peek(projectId),
  };
  const renderCut: ProjectFilesDeps['renderCut'] = (...asked) => ofCuts().cutMovies.render(parts, ...asked);
  const work = composeWork({ ...base, ...jobs, yourCuts, renderCut }, projects);
  const parts = { connectionId, ...access, team, status, source, ...api, ...jobs, ...projects, ...work };
  return { ...parts, ...lifecycleOf(parts, options) } satisfies ManagedScope;
}

function composeStatus(
  { shared, record, isActive, onChange }: ConnectionOptions,
  base: ConnectionBase & {
    readonly source: ServiceSource;
    readonly team: ConnectionTeam;
    readonly countUnfinished: () => number;
  },
): ConnectionStatus {
  const { connectionId, source, budget, team, http, countUnfinished } = base;
  const place = record?.kind === 'oauth' ? `oauth:${connectionId}` : `key:${connectionId}`;
  return new ConnectionStatus({
    ...base,
    knownAccount: record?.account ?? null,
    readFacts: () => ({
      connectionId,
      kind: source.kind,
      isActive: isActive(connectionId),
      serviceUrl: record?.serviceUrl ?? null,
      credentialIn: record === null ? 'none' : shared.secrets.whereIs(place),
      budgetLeft: budget.left === null ? null : Math.round(budget.left * 100) / 100,
      unfinishedCount: countUnfinished(),
    }),
    readAccount: async (asked) => {
      const account = await accountAt(http, asked);
      throwIfStopped(asked.signal);
      team.keep(account);
      return account;
    },
    onChange,
  });
}

/** Refreshes the project that a finished job of the service changed or rendered, whoever started the job. */
function noteFinished(
  { kind, state, projectId, parentId }: ServiceJobRecord,
  projects: Pick<ProjectService, 'refresh'>,
): void {
  const changesFailed = kind === 'remix' || kind === 'export';
  if (kind === 'interchange' || kind === 'tool' || (state !== 'succeeded' && !changesFailed)) return;
  // The id of a copy is that of the job's parent.
  const changedId = kind === 'remix' ? (parentId ?? projectId) : projectId;
  if (changedId !== null) projects.refresh(changedId);
}

function composeJobs(base: ConnectionBase, onFinished: (record: ServiceJobRecord) => void) {
  const projects = base.projectsApi;
  const isLocal = base.connectionId === localConnectionId;
  const schedule = new JobSchedule({ ...base, isLocal, readers: createJobReaders({ ...base, projects }) });
  const ledger = base.serviceJobLedger;
  const parts = { ...base, schedule, ledger, calls: new ServiceJobCalls({ ...base, ledger }) };
  const runner = new JobRunner({ ...parts, starter: new JobStarter(parts) });
  return { schedule, jobs: new ServiceJobs({ ...parts, projects, runner, onFinished }) };
}
type Jobs = ReturnType<typeof composeJobs>;

type ProjectsBase = ConnectionBase &
  Jobs &
  Pick<MediaFiles, 'ofCut'> & {
    readonly publish: (name: 'project.changed' | 'cut.changed', projectId: string) => void;
  };

function composeProjects(base: ProjectsBase) {
  const onChange = (projectId: string): void => {
    base.publish('project.changed', projectId);
  };
  const interchange = new InterchangeRunner(base);
  const movies = new ProjectMovies({
    ...base,
    projects: base.projectsApi,
    onChange,
  });
  const cuts = new ProjectCuts({
    ...base,
    repository: base.projectCutRepository,
    interchange,
    onChange: (projectId) => {
      onChange(projectId);
      base.publish('cut.changed', projectId);
    },
  });
  const projects = new ProjectService({
    connectionId: base.connectionId,
    projects: base.projectsApi,
    movies,
    cuts,
    generations: base.generationLedger,
    shell: base.shell,
    onChange,
    onMissing: (projectId) => {
      base.recentProjects.forget({ connectionId: base.connectionId, projectId });
    },
  });
  const library = new LibraryFiles(base);
  return {
    library,
    operations: new OperationService({ ...base, library }),
    interchange,
    movies,
    cuts,
    projects,
    projectJobs: new ProjectJobs({
      ...base,
      projects: base.projectsApi,
      generations: base.generationLedger,
    }),
    media: new MediaGateway({
      ...base,
      library,
      kept: base.keptMedia,
      projectLinks: new ProjectLinks({ movies, cuts }),
      files: composeMediaFiles(base),
    }),
  };
}
type ProjectParts = ReturnType<typeof composeProjects>;

/** Finds the user's files, and those of returns and cuts, for the page. */
function composeMediaFiles({
  materials,
  conflictPictures,
  returnRepository,
  ofCut,
}: SharedParts & Pick<MediaFiles, 'ofCut'>): MediaFiles {
  const returned = (returnId: string, pictureId: string | undefined): string | null => {
    if (pictureId !== undefined) return conflictPictures.pathOf(pictureId);
    const record = returnRepository.get(returnId);
    return record?.kind === 'movie' ? record.path : null;
  };
  return {
    fileOf: (kind, id, pictureId) => {
      if (kind === 'materials') {
        const { path, mimeType } = materials.get(id);
        return pictureId === undefined && path !== null ? { path, mimeType, isNamedByOthers: false } : null;
      }
      const path = kind === 'returns' ? returned(id, pictureId) : null;
      return path === null ? null : { path, isNamedByOthers: true };
    },
    ofCut,
  };
}

type WorkBase = ConnectionBase &
  Jobs &
  Pick<ProjectFilesDeps, 'renderCut'> & { readonly yourCuts: YourCutsToSend };

function composeWork(base: WorkBase, { interchange, movies, cuts, projects, media }: ProjectParts) {
  const { transfers: queue, transferRepository } = base;
  const uploadRunner = new UploadRunner({
    ...base,
    queue,
    transfers: transferRepository,
    uploader: new Uploader(base),
  });
  const uploads = new Uploads({
    ...base,
    queue,
    grants: base.fileGrants,
    transfers: transferRepository,
    runner: uploadRunner,
  });
  const uploader = new MaterialUploader({
    ...base,
    repository: base.materialRepository,
    runner: uploadRunner,
  });
  const downloader = new Downloader(base);
  const saves = new SavedFiles({
    ...base,
    files: new ProjectFiles({ ...base, projects: base.projectsApi, cuts, downloader }),
    places: new SavePlaces({ ...base, transfers: transferRepository }),
    queue,
    transfers: transferRepository,
  });
  const parts = { ...base, projects: base.projectsApi, interchange, movies, uploader };
  const expectedEnds = new ExpectedEnds({ ...base, repository: base.generationRepository });
  const calls = new GenerationCalls({ ...parts, ledger: base.generationLedger, expectedEnds });
  const ofGenerations = { ...parts, ledger: base.generationLedger, calls };
  const generations = new Generations({
    ...ofGenerations,
    runner: new JobRunner({ ...ofGenerations, starter: new JobStarter(ofGenerations) }),
    onFinished: (finished) => {
      if (finished.projectId !== null) projects.refresh(finished.projectId);
      base.notices.generationFinished(finished);
    },
  });
  const ledger = base.deliveryLedger;
  const sentCuts = new SentCuts({ ...parts, cuts, media, kept: base.keptMedia });
  const deliveries = new Deliveries({
    ...parts,
    ledger,
    runner: new DeliveryRunner({ ...parts, ledger, downloader, sentCuts }),
    onFinished: (finished) => {
      base.notices.deliveryFinished(finished);
      const { deliveryId, state, chosenEditors } = finished;
      for (const editor of state === 'done' ? chosenEditors : []) void base.offers.offer(deliveryId, editor);
    },
  });
  /** Downloads a file of the service's library to a path. @throws AppError `conflict` without a file, and as `Downloader`. */
  const fetchFile = async (fileId: string, targetPath: string, signal: AbortSignal): Promise<void> => {
    const linkOf = async (): Promise<string> => {
      const { downloadSource, downloadUrl } = await base.files.hydrate(fileId, signal);
      const url = downloadSource?.url ?? downloadUrl;
      if (!url) throw new AppError('conflict', 'The service has not made the file yet.');
      return url;
    };
    await downloader.download({
      url: await linkOf(),
      renewUrl: linkOf,
      retry: () => Promise.resolve(false),
      targetPath,
      expectedBytes: null,
      resume: null,
      onCheckpoint: () => undefined,
      onProgress: () => undefined,
      allowance: () => Promise.resolve(),
      signal,
      wantsHash: false,
    });
  };
  const chats = new Chats({
    ...base,
    repository: base.serviceJobRepository,
    generations,
    onEdited: (projectId) => {
      projects.refresh(projectId);
    },
  });
  return { uploads, uploader, saves, generations, deliveries, fetchFile, chats };
}

/** Ends uploads of own material for generations that have ended meanwhile. */
function settleOrphanedUploads(connectionId: string, shared: SharedParts): void {
  shared.transfers.settleOrphans((record) => {
    if (record.connectionId !== connectionId || record.owner?.kind !== 'generation') return false;
    const generation = shared.generationLedger.peek(record.owner.id);
    return generation === null || isFinishedGeneration(generation);
  });
}

type Parts = ReturnType<typeof composeApi> &
  Jobs &
  ProjectParts &
  ReturnType<typeof composeWork> & {
    readonly connectionId: string;
    readonly status: ConnectionStatus;
    readonly credential: KeyCredential | TokenSession | null;
  };

function lifecycleOf(parts: Parts, { shared, ofCuts }: Pick<ConnectionOptions, 'shared' | 'ofCuts'>) {
  const { connectionId, status, availability, schedule, jobs, uploads, generations, deliveries } = parts;
  return {
    /** Resumes unfinished work. */
    start(): void {
      settleOrphanedUploads(connectionId, shared);
      availability.start((signal) => {
        if (availability.state === 'signed_out') parts.credential?.retry();
        return parts.http.probe(signal);
      });
      schedule.start();
      status.start(parts.budget);
      jobs.start();
      generations.start();
      uploads.start();
      parts.saves.start();
      deliveries.start();
      ofCuts().toolTakes.resume(parts);
    },
    /** Disposes of the work first, then of the parts it uses. */
    async dispose(): Promise<void> {
      parts.catalogue.dispose();
      parts.library.dispose();
      parts.operations.dispose();
      parts.chats.dispose();
      parts.projects.dispose();
      parts.projectJobs.dispose();
      await Promise.all([
        deliveries.dispose(),
        generations.dispose(),
        uploads.dispose(),
        jobs.dispose(),
        parts.saves.dispose(),
      ]);
      await Promise.all([parts.movies.dispose(), parts.cuts.dispose()]);
      await schedule.dispose();
      await availability.dispose();
      await status.dispose();
      if (parts.credential instanceof TokenSession) await parts.credential.dispose();
    },
  };
}
