import { findBuiltIn } from './catalogue/built-in/built-in-entities.ts';
import { catalogueFolder } from './catalogue/catalogue-folder.ts';
import { registerCatalogueFiles, shippedPictures } from './catalogue/register-catalogue-files.ts';
import type { Clock } from './clock.ts';
import type { ServiceLog } from './service-log.ts';
import { openDatabase } from './store/database/open-database.ts';
import type { ServiceDatabase } from './store/database/service-database.ts';
import { folderRefusalOf, prepareDataFolder, readSigningKey } from './store/disk/data-folder.ts';
import { FileStore } from './store/disk/file-store.ts';
import { FolderLock } from './store/disk/folder-lock.ts';
import { WorkFolders } from './store/disk/work-folders.ts';
import { AssistantRepository } from './store/records/assistant-repository.ts';
import { EntityRepository } from './store/records/entity-repository.ts';
import { ExportRepository } from './store/records/export-repository.ts';
import { FileRepository } from './store/records/file-repository.ts';
import { type Identity, readIdentity } from './store/records/identity-repository.ts';
import { InterchangeRepository } from './store/records/interchange-repository.ts';
import { JobRepository } from './store/records/job-repository.ts';
import { ProjectRepository } from './store/records/project-repository.ts';
import { RemixRepository } from './store/records/remix-repository.ts';
import { RunRepository } from './store/records/run-repository.ts';
import { ToolExecutionRepository } from './store/records/tool-execution-repository.ts';
import { WebhookDeliveryRepository } from './store/records/webhook-delivery-repository.ts';
import { WebhookEndpointRepository } from './store/records/webhook-endpoint-repository.ts';

/** The service's opened stores. */
export interface Store {
  readonly database: ServiceDatabase;
  readonly jobs: JobRepository;
  readonly runs: RunRepository;
  readonly projects: ProjectRepository;
  readonly assistants: AssistantRepository;
  readonly exports: ExportRepository;
  readonly interchanges: InterchangeRepository;
  readonly remixActions: RemixRepository;
  readonly toolExecutions: ToolExecutionRepository;
  readonly files: FileRepository;
  readonly entities: EntityRepository;
  readonly webhookEndpoints: WebhookEndpointRepository;
  readonly webhookDeliveries: WebhookDeliveryRepository;
  readonly fileStore: FileStore;
  readonly workFolders: WorkFolders;
  /** For scratch files; emptied at every start. */
  readonly temporaryFolder: string;
  readonly signingKey: Buffer;
  readonly identity: Identity;
}

interface OpenStoreDeps {
  readonly clock: Clock;
  readonly log: ServiceLog;
  readonly resources: AsyncDisposableStack;
  /** See `openDatabase`. */
  readonly mayStepBack?: boolean | undefined;
}

/**
 * Opens a data folder for this process alone and removes what an earlier process left half done. Disposing `resources`
 * closes everything.
 * @throws StartError
 */
export async function openStore(dataFolder: string, deps: OpenStoreDeps): Promise<Store> {
  try {
    return await openParts(dataFolder, deps);
  } catch (error) {
    throw folderRefusalOf(error, dataFolder);
  }
}

async function openParts(dataFolder: string, deps: OpenStoreDeps): Promise<Store> {
  const { clock, log, resources } = deps;
  const folder = await prepareDataFolder(dataFolder);
  const lock = FolderLock.acquire(folder.lockPath);
  resources.defer(() => lock.release());
  const database = await openDatabase(folder, deps);
  resources.defer(() => database.close());
  const records = { database, log };
  const store: Store = {
    database,
    jobs: new JobRepository(records),
    runs: new RunRepository(records),
    projects: new ProjectRepository(records),
    assistants: new AssistantRepository(records),
    exports: new ExportRepository(records),
    interchanges: new InterchangeRepository(records),
    remixActions: new RemixRepository(records),
    toolExecutions: new ToolExecutionRepository(records),
    files: new FileRepository({ ...records, clock }),
    webhookEndpoints: new WebhookEndpointRepository(records),
    webhookDeliveries: new WebhookDeliveryRepository(records),
    entities: new EntityRepository({ ...records, findBuiltIn }),
    fileStore: new FileStore({ folder, shipped: shippedPictures(catalogueFolder()) }),
    workFolders: new WorkFolders({ folder }),
    temporaryFolder: folder.temporaryPath,
    signingKey: await readSigningKey(folder),
    identity: readIdentity(database),
  };
  await store.fileStore.removeOrphans((fileId) => store.files.ownsBytes(fileId));
  await registerCatalogueFiles({ ...store, clock }, catalogueFolder());
  await store.workFolders.removeFinished((jobId) => store.jobs.isUnfinished(jobId));
  return store;
}
