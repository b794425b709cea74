import type { FastifyInstance } from 'fastify';
import { VoiceCatalogue } from './catalogue/voice-catalogue.ts';
import { VoiceSamples } from './catalogue/voice-samples.ts';
import { systemClock } from './clock.ts';
import { createHandlers } from './create-handlers.ts';
import { createJobEngine } from './create-job-engine.ts';
import { diskFullMessage, isDiskFull } from './describe-error.ts';
import { createApiServer } from './http/api-server.ts';
import type { Handlers } from './http/handlers.ts';
import { RateLimiter } from './http/rate-limiter.ts';
import { registerDocumentation } from './http/register-documentation.ts';
import { registerMedia } from './http/register-media.ts';
import { registerOperations } from './http/register-operations.ts';
import { registerProjectPage } from './http/register-project-page.ts';
import { registerUploads } from './http/register-uploads.ts';
import { registerVoiceSamples } from './http/register-voice-samples.ts';
import { requestDeadlines, type RequestDeadlines } from './http/request-deadlines.ts';
import { UploadReceiver } from './http/upload-receiver.ts';
import { FileRetention } from './jobs/files/file-retention.ts';
import { UploadExpiry } from './jobs/files/upload-expiry.ts';
import { openStore } from './open-store.ts';
import { assembleParts, type ServiceOptions, type ServiceParts } from './service-parts.ts';
import { StartError } from './start-error.ts';

const loopbackHost = '127.0.0.1';

export interface RunningService {
  /** Base address without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  /** Code that the sign-in page asks for; null if signing in is not allowed. */
  readonly signInCode: string | null;
  /** Stops cleanly: refuses new requests, leaves running jobs for the next start, and closes the stores. */
  dispose(): Promise<void>;
}

function createServer(
  parts: ServiceParts & { readonly voiceSamples: VoiceSamples },
  handlers: Handlers,
  receiver: UploadReceiver,
  deadlines: RequestDeadlines,
) {
  const { auth, clock, log } = parts;
  const { credentials, credits } = auth;
  const server = createApiServer({ credentials, limiter: new RateLimiter({ clock }), log, deadlines });
  void server.register((api) => registerOperations(api, { handlers, credits, deadlines }));
  auth.register(server);
  void server.register((uploads) => registerUploads(uploads, { ...parts, receiver }));
  void server.register((media) => registerMedia(media, parts));
  void server.register((media) => registerVoiceSamples(media, parts));
  void server.register((pages) => registerProjectPage(pages));
  void server.register((pages) => registerDocumentation(pages, parts));
  return server;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

async function listen(server: FastifyInstance, options: ServiceOptions): Promise<string> {
  const { port } = options.launch;
  try {
    return await server.listen({ host: loopbackHost, port });
  } catch (error) {
    const isTaken = codeOf(error) === 'EADDRINUSE';
    // Windows refuses a port that it has reserved with EACCES.
    const isUnusable = isTaken || codeOf(error) === 'EACCES';
    if (isUnusable && options.mayUseOtherPort) return await server.listen({ host: loopbackHost, port: 0 });
    if (!isTaken) throw error;
    const message = `Port ${port} is in use by another program. Choose another one, or 0 for any.`;
    throw new StartError('port_in_use', message);
  }
}

async function startParts(options: ServiceOptions, resources: AsyncDisposableStack): Promise<RunningService> {
  const { log, clock = systemClock } = options;
  const { dataFolder, mayStepBack } = options.launch;
  const store = await openStore(dataFolder, { clock, log, resources, mayStepBack });
  const engine = await options.createEngine(store.temporaryFolder);
  resources.defer(() => engine.dispose());
  const parts = assembleParts(store, engine, clock, options);
  const catalogue = new VoiceCatalogue(await engine.voices());
  resources.defer(() => parts.webhooks.deliveries.dispose());
  const jobEngine = createJobEngine(parts, catalogue);
  resources.defer(() => jobEngine.dispose());
  const retention = new FileRetention(parts);
  resources.defer(() => retention.dispose());
  const isReceiving = (fileId: string) => receiver.isReceiving(fileId);
  const uploadExpiry = new UploadExpiry({ ...parts, fileEvents: parts.webhooks.fileEvents, isReceiving });
  resources.defer(() => uploadExpiry.dispose());
  const onEnded = () => {
    jobEngine.wake();
    uploadExpiry.wake();
  };
  const receiver = new UploadReceiver({ ...store, onEnded });
  resources.defer(() => receiver.dispose());
  const handlers = createHandlers(parts, jobEngine, catalogue, uploadExpiry);
  const voiceSamples = new VoiceSamples({ ...parts, catalogue });
  const served = { ...parts, voiceSamples };
  const server = createServer(served, handlers, receiver, options.deadlines ?? requestDeadlines);
  resources.defer(() => server.close());
  resources.defer(() => {
    voiceSamples.dispose();
  });
  const url = await listen(server, options);
  parts.address.set(url);
  parts.webhooks.deliveries.start();
  jobEngine.start();
  uploadExpiry.start();
  if (options.removesOldFiles ?? true) retention.start();
  log({ level: 'info', message: 'Listening', url });
  const { launchKey: apiKey, signInCode } = parts.auth;
  return { url, apiKey, signInCode, dispose: () => resources.disposeAsync() };
}

/** Starts the service on the loopback address. @throws StartError after releasing all resources. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const resources = new AsyncDisposableStack();
  try {
    return await startParts(options, resources);
  } catch (error) {
    await resources.disposeAsync();
    throw isDiskFull(error) ? new StartError('disk_full', diskFullMessage) : error;
  }
}
