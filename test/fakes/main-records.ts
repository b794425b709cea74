import {
  type DeliveryRecord,
  deliveryRecordSchema,
  unaskedDelivery,
} from '../../src-main/state/delivery-repository.ts';
import { type GenerationRecord, queuedGeneration } from '../../src-main/state/generation-repository.ts';
import { queuedServiceJob, type ServiceJobRecord } from '../../src-main/state/service-job-repository.ts';
import type { TransferRecord } from '../../src-main/state/transfer-repository.ts';
import { queuedDelivery } from '../../src-shared/contract/delivery.ts';
import type { StartOf } from '../../src-shared/contract/start-generation.ts';

/** Returns a user's request for a generation from a script. */
export function aScriptRequest(change: Partial<StartOf<'script'>> = {}): StartOf<'script'> {
  return {
    workflow: 'script',
    script: 'The harbour wakes.',
    aspectRatio: '16:9',
    visualStyle: { type: 'STOCK' },
    autoExport: true,
    ...change,
  };
}

/** Returns a generation as the ledger stores it. */
export function aGeneration(change: Partial<GenerationRecord> = {}): GenerationRecord {
  return {
    ...queuedGeneration,
    generationId: 'generation-1',
    connectionId: 'local',
    workflow: 'script',
    title: 'Harbour lights',
    createdAt: 1_767_225_600,
    request: aScriptRequest(),
    ...change,
  };
}

/** Returns a transfer as the journal stores it. */
export function aTransfer(change: Partial<TransferRecord> = {}): TransferRecord {
  return {
    transferId: 'transfer-1',
    connectionId: 'local',
    direction: 'download',
    displayName: 'bundle.zip',
    owner: null,
    state: 'queued',
    waitingFor: null,
    missingRoom: null,
    doneBytes: 0,
    totalBytes: null,
    bytesPerSecond: null,
    secondsLeft: null,
    place: 0,
    sha256: null,
    fileId: null,
    duplicateOf: null,
    createdAt: 1_767_225_600,
    finishedAt: null,
    error: null,
    key: 'transfer:1',
    targetPath: null,
    checkpoint: null,
    source: null,
    mayDuplicate: false,
    mayReuse: false,
    isCreationSent: false,
    createdFileId: null,
    ...change,
  };
}

/** Returns a delivery as the ledger stores it. */
export function aDelivery(change: Partial<DeliveryRecord> = {}): DeliveryRecord {
  return deliveryRecordSchema.parse({
    deliveryId: 'delivery-1',
    connectionId: 'local',
    projectId: 'project-1',
    projectTitle: 'Harbour lights',
    format: 'FCPXML',
    mediaDelivery: 'BUNDLE',
    ...queuedDelivery,
    ...unaskedDelivery,
    createdAt: 1_767_225_600,
    rootFolder: '/media/raid/Dailies',
    ...change,
  });
}

/** Returns a job at the service as the ledger stores it. */
export function aServiceJob(change: Partial<ServiceJobRecord> = {}): ServiceJobRecord {
  return {
    jobId: 'job-1',
    connectionId: 'local',
    kind: 'tool',
    title: 'Harbour lights',
    ...queuedServiceJob,
    projectId: null,
    createdAt: 1_767_225_600,
    operation: 'createInterchange',
    path: {},
    body: null,
    steps: [],
    ...change,
  };
}
