import { expect, test } from 'vitest';
import type { z } from 'zod';
import { startRequest } from '../../../../../../src-main/jobs/kinds/generations/start-request.ts';
import { formTable } from '../../../../../../src-renderer/screens/generate/fields/form-table.ts';
import {
  type DraftFields,
  draftFieldsSchema,
  emptyDraft,
} from '../../../../../../src-renderer/state/draft/draft-fields.ts';
import { requestOf } from '../../../../../../src-renderer/state/draft/draft-request.ts';
import { exportProjectSchema, exportQualitySchema } from '../../../../../../src-shared/api/projects.ts';
import type { RemixAction } from '../../../../../../src-shared/api/remix.ts';
import * as api from '../../../../../../src-shared/api/workflows.ts';
import {
  startGenerationSchema,
  type WorkflowName,
} from '../../../../../../src-shared/contract/start-generation.ts';

const material = (materialId: string, kind: 'image' | 'audio') => ({
  materialId,
  kind,
  displayName: materialId,
  sizeBytes: 1,
  mediaPath: `materials/${materialId}`,
});
const schemas = {
  script: api.scriptToVideoSchema,
  voiceover: api.voiceoverToVideoSchema,
  slideshow: api.slideshowToVideoSchema,
  storyboard: api.storyboardToVideoSchema,
  clip: api.promptToVideoClipSchema,
  outline: api.contentOutlineToVideoSchema,
} as const satisfies Record<WorkflowName, z.ZodObject>;
const workflows = Object.keys(schemas) as WorkflowName[];
/** Alternative names of the outline (contract supplement §4.2.6). */
const aliases = new Set(['briefMarkdown']);
/** Optional fields that are always sent: the content, and the kind of card, for which no default is specified. */
const alwaysSent = new Set(['outlineMarkdown', 'defaultGeneration']);

/** Fields in which every control differs from its default. */
const everything: DraftFields = draftFieldsSchema.parse({
  script: 'The harbour wakes.',
  prompt: 'Gulls',
  outlineMarkdown: '# Ferries',
  source: material('take', 'audio'),
  materials: [material('still', 'image')],
  logo: material('logo', 'image'),
  cards: [
    {
      cardId: '1',
      prompt: 'A ferry',
      title: 'Departure',
      type: 'AI_IMAGE',
      aiStyle: 'Pencil',
      durationSeconds: 4,
      voiceoverScript: 'Early.',
      visualStyleEntityId: 'style',
      actorEntityIds: ['actor'],
      productEntityIds: ['product'],
    },
  ],
  aspectRatio: '9:16',
  autoExport: true,
  language: 'de',
  voiceId: 'Matilda',
  voiceSpeed: 1.2,
  actorEntityId: 'actor',
  avatarQuality: 'LOW',
  visualPacing: 'FAST',
  quality: 'MAX',
  visualStyle: { type: 'AI_IMAGE', aiStyle: 'Pencil' },
  guidance: [{ rangeId: '1', startSeconds: 0, endSeconds: 2, description: 'A pier' }],
  workflowAgentContext: 'Autumn',
  captionStyle: null,
  slideshowThemeEntityId: 'theme',
  slideScripts: ['One.'],
  defaultType: 'AI_IMAGE',
  defaultStyle: 'Ink',
  defaultDurationSeconds: 3,
  actorEntityIds: ['actor'],
  productEntityIds: ['product'],
  durationSeconds: 4,
  exportOptions: { quality: 'HIGH', watermarkMode: 'NONE', endScreenMode: 'NONE' },
  isOutputTemporary: true,
  hideFromUi: true,
});

/** Returns the body as sent, without undefined fields. */
function bodyOf(
  workflow: WorkflowName,
  fields: DraftFields,
  remixActions: readonly RemixAction[] = [{ type: 'ADD_ZOOM' }],
) {
  const request = startGenerationSchema.parse(requestOf(workflow, fields, remixActions));
  const { body } = startRequest(request, (id) => `file of ${id}`);
  return JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
}

test.each(workflows)(
  'every field of the request of a %s has its control, and each control sets it',
  (workflow) => {
    const fields = Object.keys(schemas[workflow].shape).filter((name) => !aliases.has(name));
    expect(Object.keys(formTable[workflow]).toSorted()).toEqual(fields.toSorted());
    const body = bodyOf(workflow, everything);
    expect(Object.keys(body).toSorted()).toEqual(fields.toSorted());
    expect(schemas[workflow].safeParse(body).error).toBeUndefined();
  },
);

test.each(workflows)('nothing the service does anyway is sent for a %s', (workflow) => {
  const shape: Record<string, z.ZodType> = schemas[workflow].shape;
  const { script, prompt, outlineMarkdown, cards } = everything;
  const least = { ...emptyDraft, script, prompt, outlineMarkdown, cards };
  const sent = bodyOf(workflow, least, []);
  for (const [name, field] of Object.entries(shape)) {
    if (!alwaysSent.has(name) && field.safeParse(undefined).success) expect(sent).not.toHaveProperty(name);
  }
});

test('a default that is chosen is not sent, except the kind of card', () => {
  const chosen = draftFieldsSchema.parse({
    durationSeconds: 10,
    quality: 'HIGH',
    visualPacing: 'MEDIUM',
    aspectRatio: '16:9',
    exportOptions: { watermarkMode: 'AUTO', endScreenMode: 'AUTO' },
  });
  expect(bodyOf('clip', { ...chosen, prompt: 'Gulls' }, [])).toEqual({
    prompt: 'Gulls',
    quality: 'HIGH',
  });
  const board = bodyOf('storyboard', { ...chosen, cards: everything.cards }, []);
  expect(Object.keys(board)).toEqual(['scenes', 'defaultGeneration']);
  expect(api.storyboardToVideoSchema.shape.quality.parse(undefined)).toBe('HIGH');
  expect(api.promptToVideoClipSchema.shape.durationSeconds.parse(undefined)).toBe(10);
  expect(exportProjectSchema.parse({})).toMatchObject({ watermarkMode: 'AUTO', endScreenMode: 'AUTO' });
});

test('every quality of the movie that is chosen is sent', () => {
  const sent = exportQualitySchema.options.map(
    (quality) => bodyOf('script', { ...everything, exportOptions: { quality } })['exportOptions'],
  );
  expect(sent).toEqual(exportQualitySchema.options.map((quality) => ({ quality })));
});

test('the kind of card that is shown is sent, for the storyboard and for each card of its own style', () => {
  const [card] = everything.cards;
  const boardOf = (parts: object, own: object) =>
    bodyOf('storyboard', draftFieldsSchema.parse({ cards: [{ ...card, ...own }], ...parts }));
  const untouched = { type: undefined, aiStyle: '' };
  expect(boardOf({}, untouched)['defaultGeneration']).toEqual({ type: 'AI_VIDEO' });
  expect(boardOf({ defaultStyle: 'Ink' }, untouched)['defaultGeneration']).toEqual({
    type: 'AI_VIDEO',
    aiStyle: 'Ink',
  });
  expect(boardOf({}, { type: undefined, aiStyle: 'Pencil' })['scenes']).toMatchObject([
    { generation: { type: 'AI_VIDEO', aiStyle: 'Pencil' } },
  ]);
});

test('a card keeps the kind and style of the storyboard where it says only the other', () => {
  const [card] = everything.cards;
  const scenesOf = (part: object) =>
    bodyOf('storyboard', draftFieldsSchema.parse({ ...everything, cards: [{ ...card, ...part }] }))['scenes'];
  expect(scenesOf({ type: 'AI_VIDEO', aiStyle: '' })).toMatchObject([
    { generation: { type: 'AI_VIDEO', aiStyle: 'Ink' } },
  ]);
  expect(scenesOf({ type: undefined, aiStyle: '' })).not.toMatchObject([{ generation: {} }]);
});
