import type { GenerationRecord } from '../../src-main/store/generation-repository.ts';
import type { TransferRecord } from '../../src-main/store/transfer-repository.ts';

/** A generation as the ledger keeps it. */
export function aGeneration(change: Partial<GenerationRecord> = {}): GenerationRecord {
  return {
    generationId: 'generation-1',
    connectionId: 'local',
    title: 'Harbour lights',
    state: 'queued',
    progress: 0,
    stage: null,
    isCancelling: false,
    projectId: null,
    createdAt: 1_767_225_600,
    finishedAt: null,
    error: null,
    request: {
      script: 'The harbour wakes.',
      aspectRatio: '16:9',
      voiceId: null,
      languageCode: null,
      pacing: 'MEDIUM',
      styleText: '',
      materialIds: [],
    },
    workflowRunId: null,
    submittedAtMs: null,
    attemptIndex: 0,
    ...change,
  };
}

/** A transfer as the journal keeps it. */
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
    key: 'delivery:1:bundle',
    targetPath: null,
    checkpoint: null,
    source: null,
    mayDuplicate: false,
    isCreationSent: false,
    ...change,
  };
}
