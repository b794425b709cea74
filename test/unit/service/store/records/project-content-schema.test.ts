import { expect, test } from 'vitest';
import { projectContentSchema } from '../../../../../src-service/store/records/project-content-schema.ts';
import { twoScenes } from '../../../../fakes/services/store-fixture.ts';

/** Content as the first version stored it. */
const firstVersion = {
  formatVersion: 1,
  languageCode: 'en',
  width: 1920,
  height: 1080,
  scenes: [
    {
      sceneId: 'scene-001',
      text: 'Harbour lights.',
      isHeading: false,
      startFrame: 0,
      durationFrames: 30,
      picture: { kind: 'still', fileId: 'vg_file_a' },
      speechFileId: 'vg_file_b',
      words: [],
    },
    {
      sceneId: 'scene-002',
      text: 'At dusk.',
      isHeading: true,
      startFrame: 30,
      durationFrames: 30,
      picture: { kind: 'clip', fileId: 'vg_file_c', durationFrames: 60 },
      speechFileId: 'vg_file_d',
      words: [],
    },
  ],
  captions: [],
  captionStyle: null,
};

test('content of the first version is read as cut hard, silent but for its speech', () => {
  expect(projectContentSchema.parse(firstVersion)).toMatchObject({
    formatVersion: 2,
    music: null,
    logo: null,
    narration: { voiceKey: null, speed: 1, actorEntityId: null },
    styleText: '',
    scenes: [
      {
        startsSection: true,
        transition: null,
        presenterFileId: null,
        picture: { kind: 'still', fileId: 'vg_file_a', origin: 'drawn', variant: 0, zoom: null },
      },
      {
        startsSection: false,
        text: 'At dusk.',
        picture: { kind: 'clip', origin: 'own', durationFrames: 60, isAudible: false },
      },
    ],
  });
});

test('content of the present version is read as it is, and of a later one not at all', () => {
  expect(projectContentSchema.parse(twoScenes)).toEqual(twoScenes);
  expect(projectContentSchema.safeParse({ ...twoScenes, formatVersion: 3 }).success).toBe(false);
});
