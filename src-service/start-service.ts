import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Credentials } from './auth/credentials.ts';
import type { Plan } from './auth/plan.ts';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import type { MediaEngine } from './engine/media-engine.ts';
import { createApiServer } from './http/api-server.ts';
import { Cursors } from './http/cursors.ts';
import { FileInfoView } from './http/file-info.ts';
import type { Handlers } from './http/handlers.ts';
import { MediaLinks } from './http/media-links.ts';
import { RateLimiter } from './http/rate-limiter.ts';
import { registerMedia } from './http/register-media.ts';
import { registerOperations } from './http/register-operations.ts';
import { registerProjectPage } from './http/register-project-page.ts';
import { registerUploads } from './http/register-uploads.ts';
import { ServiceAddress } from './http/service-address.ts';
import { SignedUrls } from './http/signed-urls.ts';
import { Signer } from './http/signer.ts';
import { UploadReceiver } from './http/upload-receiver.ts';
import { createFileAnalysisKind } from './jobs/file-analysis.ts';
import { JobEngine } from './jobs/job-engine.ts';
import { createProjectExportKind } from './jobs/project-export.ts';
import { createScriptToVideoKind } from './jobs/script-to-video/script-to-video.ts';
import { createTimelineInterchangeKind } from './jobs/timeline-interchange.ts';
import { openStore } from './open-store.ts';
import type { Store } from './open-store.ts';
import { accountHandlers } from './routes/account.ts';
import { exportHandlers } from './routes/exports.ts';
import { fileHandlers } from './routes/files.ts';
import { interchangeHandlers } from './routes/interchange.ts';
import { projectHandlers } from './routes/projects.ts';
import { resourceHandlers } from './routes/resources.ts';
import { scriptToVideoHandlers } from './routes/script-to-video.ts';
import { VoiceCatalogue } from './routes/voice-catalogue.ts';
import { workflowRunHandlers } from './routes/workflow-runs.ts';
import type { ServiceLog } from './service-log.ts';
import { StartError } from './start-error.ts';

const loopbackHost = '127.0.0.1';
const jobsPerLane = { long: 2, short: 4 };

export interface ServiceOptions {
  readonly dataFolder: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Take a free port instead of failing when the wanted one is in use. */
  readonly mayUseOtherPort: boolean;
  /** Null: a key is made for this start. */
  readonly apiKey: string | null;
  readonly plan: Plan;
  /** Called once the data folder is this service's own; what it makes is disposed of with the service. */
  readonly createEngine: (temporaryFolder: string) => Promise<MediaEngine>;
  readonly log: ServiceLog;
  readonly clock?: Clock;
}

export interface RunningService {
  /** Base address without a slash at the end. */
  readonly url: string;
  readonly apiKey: string;
  /** Stops in order: no more requests, jobs put by for the next start, records closed. */
  dispose(): Promise<void>;
}

/** The parts links and job kinds are made with. */
interface Parts extends Store {
  readonly engine: MediaEngine;
  readonly clock: Clock;
  readonly log: ServiceLog;
  readonly plan: Plan;
  readonly address: ServiceAddress;
  readonly urls: SignedUrls;
  readonly links: MediaLinks;
  readonly cursors: Cursors;
  readonly view: FileInfoView;
}

function assemble(store: Store, engine: MediaEngine, clock: Clock, options: ServiceOptions): Parts {
  const { log, plan } = options;
  const address = new ServiceAddress();
  const urls = new SignedUrls({ signer: new Signer(store.signingKey, 'signed urls'), address });
  const links = new MediaLinks({ files: store.files, urls, clock });
  const cursors = new Cursors({ signer: new Signer(store.signingKey, 'cursors') });
  const view = new FileInfoView({ files: store.files, links, clock });
  return { ...store, engine, clock, log, plan, address, urls, links, cursors, view };
}

function createJobEngine(parts: Parts): JobEngine {
  const { links } = parts;
  const linkTo = (fileId: string, mediaName: string, expiresAt: number) =>
    links.linkTo(fileId, 'download', mediaName, expiresAt);
  const kinds = [
    createScriptToVideoKind(parts),
    createProjectExportKind(parts),
    createTimelineInterchangeKind({ ...parts, linkTo }),
    createFileAnalysisKind(parts),
  ];
  return new JobEngine({ ...parts, kinds, jobsPerLane, onEnded: () => undefined });
}

function createHandlers(parts: Parts, jobEngine: JobEngine, catalogue: VoiceCatalogue): Handlers {
  const deps = { ...parts, jobEngine, catalogue };
  return {
    ...accountHandlers(deps),
    ...resourceHandlers(deps),
    ...fileHandlers(deps),
    ...scriptToVideoHandlers(deps),
    ...workflowRunHandlers(deps),
    ...projectHandlers(deps),
    ...exportHandlers(deps),
    ...interchangeHandlers(deps),
  };
}

function createServer(parts: Parts, apiKey: string, handlers: Handlers, receiver: UploadReceiver) {
  const { address, identity, clock, plan } = parts;
  const resourceMetadataUrl = () => address.urlOf('/.well-known/oauth-protected-resource');
  const credentials = new Credentials({ apiKey, identity, plan, resourceMetadataUrl });
  const server = createApiServer({ credentials, limiter: new RateLimiter({ clock }), log: parts.log });
  void server.register(async (api) => registerOperations(api, handlers));
  void server.register(async (uploads) => registerUploads(uploads, { ...parts, receiver }));
  void server.register(async (media) => registerMedia(media, parts));
  void server.register(async (pages) => registerProjectPage(pages));
  return server;
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

async function listen(server: FastifyInstance, options: ServiceOptions): Promise<string> {
  try {
    return await server.listen({ host: loopbackHost, port: options.port });
  } catch (error) {
    if (!isPortTaken(error)) throw error;
    if (options.mayUseOtherPort) return await server.listen({ host: loopbackHost, port: 0 });
    const message = `Port ${options.port} is in use by another program. Choose another one, or 0 for any.`;
    throw new StartError('port_in_use', message);
  }
}

async function startParts(options: ServiceOptions, resources: AsyncDisposableStack): Promise<RunningService> {
  const { log, clock = systemClock } = options;
  const store = await openStore(options.dataFolder, { clock, log, resources });
  const engine = await options.createEngine(store.temporaryFolder);
  resources.defer(() => engine.dispose());
  const parts = assemble(store, engine, clock, options);
  const catalogue = new VoiceCatalogue(await engine.voices());
  const jobEngine = createJobEngine(parts);
  resources.defer(() => jobEngine.dispose());
  const receiver = new UploadReceiver({ ...store, onReceived: () => jobEngine.wake() });
  resources.defer(() => receiver.dispose());
  const apiKey = options.apiKey ?? `sk_local_${randomBytes(32).toString('base64url')}`;
  const server = createServer(parts, apiKey, createHandlers(parts, jobEngine, catalogue), receiver);
  resources.defer(() => server.close());
  const url = await listen(server, options);
  parts.address.set(url);
  jobEngine.start();
  log({ level: 'info', message: 'Listening', url });
  return { url, apiKey, dispose: () => resources.disposeAsync() };
}

/** Starts the service on the loopback address. @throws StartError, after giving everything back. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const resources = new AsyncDisposableStack();
  try {
    return await startParts(options, resources);
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}
