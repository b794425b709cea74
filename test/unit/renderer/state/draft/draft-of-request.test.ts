import { expect, test } from 'vitest';
import { actionOf } from '../../../../../src-renderer/components/remix/remix-draft.ts';
import { draftOfRequest } from '../../../../../src-renderer/state/draft/draft-of-request.ts';
import { requestOf } from '../../../../../src-renderer/state/draft/draft-request.ts';
import type { Material } from '../../../../../src-shared/contract/material.ts';
import type { StartGeneration } from '../../../../../src-shared/contract/start-generation.ts';

const known = ['a', 'b', 'logo', 'tune'].map((materialId): Material => ({
  materialId,
  displayName: materialId,
  kind: 'image',
  sizeBytes: 1,
  mediaPath: `materials/${materialId}`,
}));
const start = {
  aspectRatio: '9:16',
  hideFromUi: true,
  isOutputTemporary: true,
  autoExport: true,
  exportOptions: { quality: 'ULTRA_HIGH', watermarkMode: undefined, endScreenMode: undefined },
  remixActions: [
    { type: 'ADD_TRANSITIONS', sectionTransition: 'FADE', assetTransition: 'FADE' },
    { type: 'SET_BACKGROUND_MUSIC', fileId: 'tune', volume: 0.5 },
  ],
} as const;
const look = {
  visualPacing: 'FAST',
  quality: 'MAX',
  scenes: [{ startSeconds: 0, endSeconds: 4, description: 'A pier' }],
  workflowAgentContext: 'Calm.',
} as const;
const voice = { voiceId: 'Matilda', voiceSpeed: 1.2 };
const narrator = { language: 'de', actorEntityId: 'anna', avatarQuality: 'HIGH' } as const;

test.each([
  {
    workflow: 'script',
    script: 'Swifts.',
    featuredMaterialIds: ['a', 'b'],
    visualStyle: { type: 'AI_IMAGE', aiStyle: 'ink', restyleFeaturedBRollWithAiStyle: false },
    ...look,
    ...voice,
    ...narrator,
    ...start,
  },
  {
    workflow: 'script',
    script: 'Swifts.',
    featuredMaterialIds: ['a'],
    visualStyle: { type: 'AI_IMAGE', aiStyle: 'ink' },
    autoExport: true,
    exportOptions: { quality: 'FULL_HIGH' },
  },
  {
    workflow: 'voiceover',
    materialId: 'a',
    visualStyle: { type: 'ENTITY', entityId: 'noir' },
    ...look,
    ...narrator,
    captionStyle: null,
    logoMaterialId: 'logo',
  },
  {
    workflow: 'slideshow',
    materialId: 'a',
    slideScripts: ['One.', ''],
    slideshowThemeEntityId: 'calm',
    ...voice,
    ...narrator,
  },
  {
    workflow: 'storyboard',
    scenes: [
      {
        prompt: 'A pier',
        title: 'Pier',
        generation: { type: 'AI_VIDEO', aiStyle: 'ink' },
        durationSeconds: 4,
      },
      { prompt: 'A gull', voiceoverScript: 'Gulls.', actorEntityIds: ['anna'], visualStyleEntityId: 'noir' },
    ],
    defaultGeneration: { type: 'AI_VIDEO', aiStyle: 'ink' },
    defaultDurationSeconds: 6,
    quality: 'MAX',
    productEntityIds: ['mug'],
  },
  { workflow: 'clip', prompt: 'A gull', imageMaterialIds: ['b'], durationSeconds: 4, quality: 'MAX' },
  { workflow: 'outline', outlineMarkdown: '# Ferries', inputMaterialIds: ['a'], aspectRatio: '1:1' },
] as unknown as StartGeneration[])('a started $workflow becomes a draft that starts the same', (request) => {
  const fields = draftOfRequest(request, known);
  const actions = fields.remixDrafts.map(actionOf).filter((action) => action !== null);
  const again = requestOf(request.workflow, fields, actions);
  expect(JSON.parse(JSON.stringify(again))).toEqual(JSON.parse(JSON.stringify(request)));
});

test('the cards of a started storyboard without a kind are shown and started as clips', () => {
  const request = { workflow: 'storyboard', scenes: [{ prompt: 'A pier' }] } as const;
  const fields = draftOfRequest({ ...request, scenes: [...request.scenes] }, known);
  expect(fields.defaultType).toBe('AI_VIDEO');
  expect(requestOf('storyboard', fields, [])).toMatchObject({ defaultGeneration: { type: 'AI_VIDEO' } });
});

test('a file that is gone is left out', () => {
  const request = { workflow: 'clip', prompt: 'A gull', imageMaterialIds: ['b', 'gone'] } as const;
  const fields = draftOfRequest({ ...request, imageMaterialIds: [...request.imageMaterialIds] }, known);
  expect(fields.materials.map(({ materialId }) => materialId)).toEqual(['b']);
});
