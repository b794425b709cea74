import { onTestFinished } from 'vitest';
import type { ProjectContent } from '../../../src-media/project-content.ts';
import { openStore, type Store } from '../../../src-service/open-store.ts';
import type { LogEntry } from '../../../src-service/service-log.ts';
import {
  emptySources,
  newFileFacts,
  type StoredFile,
} from '../../../src-service/store/records/stored-file.ts';
import { FakeClock } from './fake-clock.ts';

/** Store with the parts that a test needs to inspect it. */
export interface OpenedStore {
  readonly store: Store;
  readonly clock: FakeClock;
  readonly log: LogEntry[];
  readonly close: () => Promise<void>;
}

/** Opens the store of a data folder. The end of the test closes it at the latest. */
export async function openTestStore(dataFolder: string, mayStepBack = false): Promise<OpenedStore> {
  const log: LogEntry[] = [];
  const clock = new FakeClock();
  const resources = new AsyncDisposableStack();
  onTestFinished(() => resources.disposeAsync());
  try {
    const add = (entry: LogEntry) => log.push(entry);
    const store = await openStore(dataFolder, { clock, log: add, resources, mayStepBack });
    return { store, clock, log, close: () => resources.disposeAsync() };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

/** Returns a file record with default values. */
export function plainFile(fileId: string, changes: Partial<StoredFile> = {}): StoredFile {
  return {
    ...newFileFacts,
    fileId,
    teamId: 'team',
    userId: 'user',
    projectId: null,
    shelf: 'standalone',
    scope: 'GLOBAL',
    type: 'IMAGE',
    displayName: `${fileId}.png`,
    isHidden: false,
    durationSeconds: null,
    uploadState: 'stored',
    uploadExpiresAt: null,
    analysisState: 'FULFILLED',
    sources: emptySources('skipped'),
    ...changes,
  };
}

/** Two scenes of one second: a still and a clip. */
export const twoScenes: ProjectContent = {
  formatVersion: 2,
  languageCode: 'en',
  width: 1920,
  height: 1080,
  scenes: [
    {
      sceneId: 'scene-001',
      text: 'Harbour lights at dusk.',
      isHeading: false,
      startsSection: true,
      startFrame: 0,
      durationFrames: 30,
      picture: { kind: 'still', fileId: 'vg_file_still', origin: 'drawn', variant: 0, zoom: null },
      transition: null,
      speechFileId: 'vg_file_speech1',
      words: [{ startSample: 0, endSample: 16_000, textStart: 0, textEnd: 7 }],
      presenterFileId: null,
    },
    {
      sceneId: 'scene-002',
      text: '夜の港',
      isHeading: false,
      startsSection: false,
      startFrame: 30,
      durationFrames: 45,
      picture: {
        kind: 'clip',
        fileId: 'vg_file_clip',
        origin: 'own',
        variant: 0,
        durationFrames: 60,
        isAudible: false,
      },
      transition: null,
      speechFileId: 'vg_file_speech2',
      words: [],
      presenterFileId: null,
    },
  ],
  captions: [
    { startFrame: 0, durationFrames: 30, lines: ['Harbour lights', 'at dusk.'] },
    { startFrame: 30, durationFrames: 45, lines: ['夜の港'] },
  ],
  captionStyle: {},
  music: null,
  logo: null,
  narration: { voiceKey: null, speed: 1, actorEntityId: null },
  styleText: '',
};
