import type { GenerationRecord } from '../../src-main/store/generation-repository.ts';

/** A generation as the ledger keeps it. */
export function aGeneration(change: Partial<GenerationRecord> = {}): GenerationRecord {
  return {
    generationId: 'generation-1',
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
