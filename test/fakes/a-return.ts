import type { ReturnRecord } from '../../src-main/state/return-repository.ts';

/** Fields of a return whose file is there and for which the user did nothing yet. */
export const undecided = {
  isMissing: false,
  isPractice: false,
  keptAs: null,
  waitingFor: null,
  uploadId: null,
  awaitedCut: null,
  sequences: [],
  readSequence: null,
} as const satisfies Partial<ReturnRecord>;

/** Returns a described return of the third version of a project. */
export function aReturn(fields: Partial<ReturnRecord> = {}): ReturnRecord {
  return {
    returnId: 'return-1',
    connectionId: 'local',
    projectId: 'project-1',
    projectTitle: 'Harbour lights',
    deliveryId: 'delivery-1',
    versionName: 'Harbour_lights_v003',
    path: '/videos/Harbour_lights/Harbour_lights_v003/Harbour_lights_v003.kdenlive',
    fileName: 'Harbour_lights_v003.kdenlive',
    editor: 'kdenlive',
    kind: 'timeline',
    state: 'described',
    error: null,
    summary: [
      { key: 'edits.removed.scene', parameters: { scene: 3, name: 'old-pier.png' }, text: 'Scene 3 removed' },
    ],
    counts: { edits: 1, losses: 0 },
    ...undecided,
    returnedAt: 1_790_000_000,
    versionFolder: '/videos/Harbour_lights/Harbour_lights_v003',
    relativePath: 'Harbour_lights_v003.kdenlive',
    captions: [],
    captionsAtMs: 0,
    fingerprint: 'ab'.repeat(32),
    sizeBytes: 6_600,
    modifiedAtMs: 1_790_000_000_000,
    keepingAs: null,
    collects: false,
    updating: null,
    lastUpdate: null,
    sequence: null,
    ...fields,
  };
}
