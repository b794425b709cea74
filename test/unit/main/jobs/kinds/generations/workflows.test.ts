import { expect, test } from 'vitest';
import {
  type StartGeneration,
  type StartOf,
  startGenerationSchema,
} from '../../../../../../src-shared/contract/start-generation.ts';
import { createWithStandIn } from '../../../../../fakes/features/generations-fixture.ts';

const vertical = { width: 9, height: 16 };
const start = {
  isOutputTemporary: true,
  hideFromUi: true,
  autoExport: true,
  exportOptions: { quality: 'HIGH', watermarkMode: 'NONE', endScreenMode: 'NONE' },
} as const;
const actions: NonNullable<StartGeneration['remixActions']> = [
  { type: 'SET_BACKGROUND_MUSIC', fileId: 'own music.wav', volume: 0.2 },
  { type: 'SET_LOGO', fileId: null },
];
const sentActions = [{ ...actions[0], fileId: 'file of own music.wav' }, actions[1]];
const narrator = { language: 'de', actorEntityId: 'actor-1', avatarQuality: 'HIGH' } as const;
const pictures: Omit<StartOf<'voiceover'>, 'workflow' | 'materialId' | keyof typeof start> = {
  visualStyle: { type: 'ENTITY', entityId: 'style-1' },
  visualPacing: 'FAST',
  quality: 'MAX',
  scenes: [{ startSeconds: 0, endSeconds: 2.5, description: 'A pier' }],
  workflowAgentContext: 'Autumn colours',
};
const sentStyle = { type: 'AI_IMAGE', entityId: 'style-1' } as const;
const voice = { voiceId: 'Matilda', voiceSpeed: 1.2 } as const;
const defaultsOfScenes = {
  actorEntityIds: ['actor-1'],
  productEntityIds: ['product-1'],
  defaultGeneration: { type: 'AI_VIDEO' },
  defaultDurationSeconds: 3,
  quality: 'MAX',
  workflowAgentContext: 'Autumn colours',
} satisfies Partial<StartOf<'storyboard'>>;
const scene: StartOf<'storyboard'>['scenes'][number] = {
  prompt: 'A ferry leaves',
  title: 'Departure',
  generation: { aiStyle: 'watercolour', type: 'AI_IMAGE' },
  durationSeconds: 4,
  actorEntityIds: ['actor-1'],
  productEntityIds: ['product-1'],
  visualStyleEntityId: 'style-1',
  voiceoverScript: 'It is early.',
};

/** Each request with all fields, its title until the service names one, and the body sent for it. */
const everyWorkflow: readonly (readonly [StartGeneration, string, object])[] = [
  [
    {
      workflow: 'script',
      script: 'The harbour wakes.',
      aspectRatio: '9:16',
      featuredMaterialIds: ['own-1'],
      ...pictures,
      ...narrator,
      ...voice,
      ...start,
    },
    'The harbour wakes.',
    {
      script: 'The harbour wakes.',
      aspectRatio: vertical,
      featuredBRollFileIds: ['file of own-1'],
      ...pictures,
      visualStyle: { ...sentStyle, restyleFeaturedBRollWithAiStyle: false },
      ...narrator,
      ...voice,
      ...start,
    },
  ],
  [
    {
      workflow: 'voiceover',
      materialId: 'own take.wav',
      aspectRatio: '9:16',
      captionStyle: null,
      logoMaterialId: 'own-logo',
      ...pictures,
      ...narrator,
      ...start,
    },
    'own take',
    {
      fileId: 'file of own take.wav',
      aspectRatio: vertical,
      captionStyle: null,
      logoFileId: 'file of own-logo',
      ...pictures,
      visualStyle: sentStyle,
      ...narrator,
      ...start,
    },
  ],
  [
    {
      workflow: 'slideshow',
      materialId: 'own deck.pdf',
      aspectRatio: '9:16',
      slideScripts: ['One.', ''],
      slideshowThemeEntityId: 'theme-1',
      captionStyle: { fontSize: 40 },
      logoMaterialId: 'own-logo',
      ...narrator,
      ...voice,
      ...start,
    },
    'own deck',
    {
      fileId: 'file of own deck.pdf',
      aspectRatio: vertical,
      slideScripts: ['One.', ''],
      slideshowThemeEntityId: 'theme-1',
      captionStyle: { fontSize: 40 },
      logoFileId: 'file of own-logo',
      ...narrator,
      ...voice,
      ...start,
    },
  ],
  [
    {
      workflow: 'storyboard',
      scenes: [scene],
      aspectRatio: '9:16',
      ...defaultsOfScenes,
      ...start,
    },
    'Departure',
    {
      scenes: [scene],
      aspectRatio: vertical,
      ...defaultsOfScenes,
      ...start,
    },
  ],
  [
    {
      workflow: 'clip',
      prompt: 'Gulls over a pier',
      aspectRatio: '9:16',
      remixActions: actions,
      imageMaterialIds: ['own-2', 'own-1'],
      durationSeconds: 4,
      quality: 'LOW',
      ...start,
    },
    'Gulls over a pier',
    {
      prompt: 'Gulls over a pier',
      aspectRatio: vertical,
      remixActions: sentActions,
      imageFileIds: ['file of own-2', 'file of own-1'],
      durationSeconds: 4,
      quality: 'LOW',
      ...start,
    },
  ],
  [
    {
      workflow: 'outline',
      outlineMarkdown: '# Ferries\n\n- the first one',
      aspectRatio: '9:16',
      inputMaterialIds: ['own-1'],
      hideFromUi: true,
    },
    'Ferries',
    {
      outlineMarkdown: '# Ferries\n\n- the first one',
      aspectRatio: vertical,
      inputFileIds: ['file of own-1'],
      hideFromUi: true,
    },
  ],
];

test.each(everyWorkflow.map(([request, title, body]) => [request.workflow, request, title, body] as const))(
  'a %s is sent with every field to the letter, and again by a retry',
  async (workflow, request, title, body) => {
    const { service, generations } = await createWithStandIn();
    service.title = title;
    service.runError = { message: 'No.', code: 'content_policy' };
    const first = generations.startGeneration(startGenerationSchema.parse(request));
    expect(first).toMatchObject({ workflow, title, state: 'queued' });
    await generations.settled(first.generationId);
    service.runError = null;
    const second = generations.retry(first.generationId);
    await generations.settled(second.generationId);
    expect(generations.get(second.generationId)).toMatchObject({ workflow, state: 'succeeded' });
    expect(service.starts).toEqual([body, body]);
  },
);

test.each(everyWorkflow.map(([request, title]) => [request.workflow, request, title] as const))(
  'the run of a %s whose answer is lost is found again',
  async (_workflow, request, title) => {
    const { service, generations } = await createWithStandIn();
    service.title = title;
    service.losesStartAnswers = true;
    const { generationId } = generations.startGeneration(request);
    await generations.settled(generationId);
    expect(generations.get(generationId).state).toBe('succeeded');
    expect(service.starts).toHaveLength(1);
  },
);

test.each<[string, StartGeneration]>([
  ['a recording', { workflow: 'voiceover', materialId: 'own.pdf', visualStyle: { type: 'STOCK' } }],
  ['slides', { workflow: 'slideshow', materialId: 'own.wav' }],
  ['a still', { workflow: 'clip', prompt: 'Gulls', imageMaterialIds: ['own.wav'] }],
])('a file that is no %s is refused where one is needed', async (_name, request) => {
  const { generations } = await createWithStandIn();
  expect(() => generations.startGeneration(request)).toThrow(
    expect.objectContaining({ code: 'file_type_unsupported' }),
  );
  expect(generations.list(10)).toEqual([]);
});
