import type { Page } from '@playwright/test';
import type { z } from 'zod';
import { startRequest } from '../../src-main/jobs/kinds/generations/start-request.ts';
import { missingFields } from '../../src-renderer/components/remix/remix-draft.ts';
import {
  captionControls,
  controlsOf,
  type RemixActionType,
  remixTypes,
} from '../../src-renderer/components/remix/remix-table.ts';
import { formTable } from '../../src-renderer/screens/generate/fields/form-table.ts';
import { exportProjectSchema } from '../../src-shared/api/projects.ts';
import { currentRemixActionSchema, remixProjectSchema } from '../../src-shared/api/remix.ts';
import * as api from '../../src-shared/api/workflows.ts';
import type { WorkflowName } from '../../src-shared/contract/start-generation.ts';
import { fakeConnection } from '../fakes/page/fake-main-data.ts';
import { addRow, addRows, carryOut, writeRows } from './support/field-rows.ts';
import {
  choose,
  controlSteps,
  type FieldStep,
  handOver,
  type Label,
  pick,
  press,
  turn,
  words,
  write,
} from './support/field-steps.ts';
import { expect, openPage, test } from './support/page-test.ts';
import { fieldPaths } from './support/request-fields.ts';

test.describe.configure({ mode: 'serial', timeout: 240_000 });
test.use({ fakeMain: { connection: fakeConnection({ budgetLeft: 1 }) } });

/** Carries out steps of a start, each in the pane of its control. A step without a field belongs to the next one. */
async function carryOutInForm(
  page: Page,
  workflow: WorkflowName,
  steps: readonly FieldStep[],
): Promise<void> {
  const places: Readonly<Record<string, { place: string }>> = formTable[workflow];
  const panes = { more: words('choice.fold.more'), finish: words('choice.fold.finish') };
  const dialog = page.getByRole('dialog');
  let open: string | undefined;
  const show = async (pane?: string): Promise<void> => {
    if (pane === open) return;
    if (open !== undefined) await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    if (pane !== undefined) await page.locator('aside').getByText(pane, { exact: true }).click();
    open = pane;
  };
  for (const [index, step] of steps.entries()) {
    const { path = '' } = steps.slice(index).find((each) => each.path !== '') ?? {};
    const place = places[path.split(/[.[]/)[0] ?? '']?.place;
    await show(place === 'more' || place === 'finish' ? panes[place] : undefined);
    await carryOut(page, [step], open === undefined ? page : dialog.last());
  }
  await show();
}

const narrator = [
  pick('language', 'choice.language', 'German', 'de'),
  pick('actorEntityId', 'choice.actor', 'Ines', 'ent-ines'),
  pick('avatarQuality', 'choice.avatarQuality', 'High', 'HIGH'),
];
const voice = [
  pick('voiceId', 'choice.voice', 'Marius', 'de-marius'),
  write('voiceSpeed', 'choice.voiceSpeed', '1.2', 1.2),
];
const guidance = [
  press('choice.guidance.add'),
  write('scenes[].startSeconds', 'choice.guidance.from', '1', 1),
  write('scenes[].endSeconds', 'choice.guidance.to', '3.5', 3.5),
  write('scenes[].description', 'choice.guidance.seen', 'A pier'),
];
const drawn = [
  choose('visualStyle.type', 'choice.style', 'choice.style.AI_IMAGE', 'AI_IMAGE'),
  write('visualStyle.aiStyle', 'choice.styleText', 'Pencil'),
];
const saved = [
  choose('', 'choice.style', 'choice.style.ENTITY', undefined),
  pick('visualStyle.entityId', 'choice.savedStyle', 'Ink', 'ent-ink drawing'),
];
const pictures = [
  choose('visualPacing', 'choice.pacing', 'choice.pacing.FAST', 'FAST'),
  pick('quality', 'choice.quality', 'Max', 'MAX'),
  ...guidance,
];
const notes = write('workflowAgentContext', 'choice.notes', 'Autumn');
const overlays = [
  handOver('logoFileId', 'choice.logo.choose', 'logo.png', 'file of mat-grant-2'),
  choose('', 'choice.captions', 'choice.captions.own', undefined),
  ...controlSteps(captionControls, 'captionStyle.'),
];
/** Two destinations, one of each kind. */
const destinations = (place: string): FieldStep[] => [
  press('export.destination.add'),
  write(`${place}integrationConnectionId`, 'export.destination.connection', 'con_1'),
  write(`${place}slackChannelId`, 'export.destination.place.SLACK_CHANNEL', 'C1'),
  press('export.destination.add'),
  choose(
    `${place}type`,
    'export.destinations',
    'export.destination.GOOGLE_DRIVE_FOLDER',
    'GOOGLE_DRIVE_FOLDER',
  ),
  write('', 'export.destination.connection', 'con_2'),
  write(`${place}googleDriveFolderId`, 'export.destination.place.GOOGLE_DRIVE_FOLDER', 'F1'),
];
const ratio = choose('aspectRatio', 'choice.aspect', '9:16' as Label, { width: 9, height: 16 });
const hidden = turn('hideFromUi', 'choice.hidden', true);
const start = [
  ratio,
  hidden,
  turn('isOutputTemporary', 'choice.temporary', true),
  turn('autoExport', 'choice.autoExport', true),
  choose('exportOptions.quality', 'export.movieQuality', 'export.quality.HIGH', 'HIGH'),
  choose('exportOptions.watermarkMode', 'export.watermark', 'export.mode.NONE', 'NONE'),
  choose('exportOptions.endScreenMode', 'export.endScreen', 'export.mode.NONE', 'NONE'),
  ...destinations('exportOptions.deliveryDestinations[].'),
];
const zoom: FieldStep = {
  path: 'remixActions',
  control: words('choice.remix'),
  seen: [{ type: 'ADD_ZOOM' }],
  set: ({ page }) => addAction(page, 'ADD_ZOOM'),
};

function addAction(page: Page, type: RemixActionType): Promise<void> {
  const name = page.getByText(words(`remix.action.${type}`), { exact: true });
  return page.locator('[data-remix-card]').filter({ has: name }).click();
}

interface Mode {
  readonly schema: z.ZodType;
  /** Steps that a start requires. */
  readonly least: readonly FieldStep[];
  /** Steps within the first card of a storyboard. */
  readonly card?: readonly FieldStep[];
  readonly steps: readonly FieldStep[];
  /** Steps for a second start, if they exclude others. */
  readonly others?: readonly FieldStep[];
}

const seesOff: FieldStep['set'] = ({ root }) =>
  expect(root.getByRole('switch', { name: words('choice.redraw') })).not.toBeChecked();

const modes: Readonly<Record<WorkflowName, Mode>> = {
  script: {
    schema: api.scriptToVideoSchema,
    least: [write('script', 'generate.text.script', 'The harbour wakes.')],
    steps: [
      ...narrator,
      ...voice,
      ...drawn,
      ...pictures,
      notes,
      ...start,
      zoom,
      handOver('featuredBRollFileIds', 'material.add', 'still.jpg', ['file of mat-grant-1']),
      // Omitted until the user switches it on, which then sends the service's own default.
      { ...turn('visualStyle.restyleFeaturedBRollWithAiStyle', 'choice.redraw', false), set: seesOff },
    ],
    others: saved,
  },
  voiceover: {
    schema: api.voiceoverToVideoSchema,
    least: [handOver('fileId', 'source.recording.choose', 'take.wav', 'file of mat-grant-1')],
    steps: [...narrator, ...drawn, ...pictures, notes, ...overlays, ...start, zoom],
    others: saved,
  },
  slideshow: {
    schema: api.slideshowToVideoSchema,
    least: [handOver('fileId', 'source.slides.choose', 'deck.pdf', 'file of mat-grant-1')],
    steps: [
      ...narrator,
      ...voice,
      ...overlays,
      ...start,
      zoom,
      pick('slideshowThemeEntityId', 'choice.theme', 'Slate', 'ent-slate'),
      choose('', 'choice.slides', 'choice.slides.own', undefined),
      write('slideScripts', 'choice.slides.slide', 'Good morning.', ['Good morning.']),
    ],
  },
  storyboard: {
    schema: api.storyboardToVideoSchema,
    least: [press('card.add'), write('scenes[].prompt', 'card.prompt', 'A ferry leaves')],
    card: [
      choose('scenes[].generation.type', 'card.type', 'card.type.AI_IMAGE', 'AI_IMAGE'),
      write('scenes[].voiceoverScript', 'card.voiceover', 'It is early.'),
      { ...press('choice.fold.more'), set: ({ root }) => root.locator('summary').click() },
      write('scenes[].title', 'card.title', 'Departure'),
      write('scenes[].durationSeconds', 'choice.duration', '4', 4),
      write('scenes[].generation.aiStyle', 'choice.styleText', 'Ink'),
      pick('scenes[].visualStyleEntityId', 'choice.savedStyle', 'Ink', 'ent-ink drawing'),
      pick('scenes[].actorEntityIds', 'choice.entities.ACTOR', 'Ines', ['ent-ines']),
      pick('scenes[].productEntityIds', 'choice.entities.PRODUCT', 'Kettle', ['ent-kettle']),
    ],
    steps: [
      choose('defaultGeneration.type', 'choice.cardType', 'card.type.AI_IMAGE', 'AI_IMAGE'),
      write('defaultGeneration.aiStyle', 'choice.styleText', 'Pencil'),
      write('defaultDurationSeconds', 'choice.cardSeconds', '3', 3),
      choose('quality', 'choice.quality', 'quality.MAX', 'MAX'),
      pick('actorEntityIds', 'choice.entities.ACTOR', 'Karim', ['ent-karim']),
      pick('productEntityIds', 'choice.entities.PRODUCT', 'Kettle', ['ent-kettle']),
      notes,
      ...start,
      zoom,
    ],
  },
  clip: {
    schema: api.promptToVideoClipSchema,
    least: [write('prompt', 'generate.text.clip', 'Gulls over a pier')],
    steps: [
      write('durationSeconds', 'choice.duration', '4', 4),
      pick('quality', 'choice.quality', 'Max', 'MAX'),
      handOver('imageFileIds', 'material.add', 'frame.jpg', ['file of mat-grant-1']),
      ...start,
      zoom,
    ],
  },
  outline: {
    schema: api.contentOutlineToVideoSchema,
    least: [write('outlineMarkdown', 'generate.text.outline', '# Ferries')],
    steps: [
      handOver('inputFileIds', 'material.add', 'still.jpg', ['file of mat-grant-1']),
      ratio,
      hidden,
      zoom,
    ],
  },
};
/** Fields that the app does not offer: another name of the outline, and redrawing if the mode takes no pictures. */
const leftOut = (workflow: string): RegExp =>
  workflow === 'script' ? /^$/ : /^briefMarkdown$|restyleFeaturedBRoll/;

for (const [workflow, { schema, least, card = [], steps, others = [] }] of Object.entries(modes)) {
  test(`every field of a start in the mode ${workflow} is set by its control`, async ({
    page,
    address,
    main,
  }) => {
    await openPage(page, address);
    await page
      .getByRole('radiogroup', { name: words('mode.label') })
      .getByText(words(`mode.${workflow}` as Label), { exact: true })
      .click();
    await carryOut(page, least);
    const bodies: unknown[] = [];
    const startAs = async (): Promise<void> => {
      // A file comes a moment after it was chosen.
      await expect(page.locator('.start button')).not.toHaveAttribute('aria-disabled');
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => main.generations.requests.length).toBe(bodies.length + 1);
      const request = main.generations.requests[bodies.length];
      if (request) bodies.push(startRequest(request, (id) => `file of ${id}`).body);
    };
    await startAs();
    await carryOut(page, card, page.getByRole('list', { name: words('card.list') }).getByRole('listitem'));
    await carryOutInForm(page, workflow as WorkflowName, steps);
    await startAs();
    if (others.length > 0) {
      await carryOutInForm(page, workflow as WorkflowName, others);
      await startAs();
    }
    const paths = fieldPaths(schema, ['remixActions']).filter((path) => !leftOut(workflow).test(path));
    const [without, ...set] = bodies;
    addRows(workflow, paths, [...least, ...card, ...steps, ...others], { least: without, set });
  });
}

async function openProjectTab(page: Page, address: string, tab: string): Promise<void> {
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.getByRole('tab', { name: tab }).click();
}

test('every field of every remix action is set by its control', async ({ page, address, main }) => {
  await openProjectTab(page, address, 'Remix');
  const actions = remixTypes.map((type) => {
    const needed = new Set(missingFields({ type, values: {} }));
    const steps = controlSteps(controlsOf(type));
    return { type, steps, needed: steps.filter(({ path }) => needed.has(path)) };
  });
  const startRemix = page.getByRole('button', { name: words('remix.start') });
  for (const { type, needed } of actions) {
    await addAction(page, type);
    await carryOut(page, needed);
  }
  await startRemix.click();
  await expect.poll(() => main.inputsOf('remix.start').length).toBe(1);
  for (const { type, steps } of actions) {
    await addAction(page, type);
    await carryOut(page, steps);
  }
  await page.getByRole('switch', { name: words('remix.onCopy') }).click();
  await startRemix.click();
  await expect.poll(() => main.inputsOf('remix.start').length).toBe(2);
  const [least, set] = main.inputsOf('remix.start');
  for (const [index, { type, steps }] of actions.entries()) {
    const schema = currentRemixActionSchema.options.find((each) => each.shape.type.value === type);
    const paths = schema ? fieldPaths(schema).filter((path) => path !== 'type') : [];
    addRows(type, paths, steps, { least: least?.actions[index], set: [set?.actions[index]] });
  }
  expect([least?.isCopy, set?.isCopy]).toEqual([false, true]);
  expect(Object.keys(remixProjectSchema.shape)).toEqual(['remixActions', 'saveAsNewProject']);
  addRow('remix', 'saveAsNewProject', words('remix.onCopy'), true, 'is not sent');
});

test('every field of an export is set by its control', async ({ page, address, main }) => {
  await openProjectTab(page, address, 'Deliver');
  const begin = page.getByRole('button', { name: words('export.start'), exact: true });
  const ask = page.getByRole('button', { name: 'Export movie…' });
  await ask.click();
  await begin.click();
  await ask.click();
  const steps = [
    choose('quality', 'export.quality', 'export.quality.ULTRA_HIGH', 'ULTRA_HIGH'),
    choose('watermarkMode', 'export.watermark', 'export.mode.NONE', 'NONE'),
    choose('endScreenMode', 'export.endScreen', 'export.mode.VIDEO_GEN', 'VIDEO_GEN'),
    ...destinations('deliveryDestinations[].'),
  ];
  await carryOut(page, steps);
  await begin.click();
  await expect.poll(() => main.inputsOf('export.start').length).toBe(2);
  const [least, ...set] = main.inputsOf('export.start').map(({ options }) => options);
  addRows('export', fieldPaths(exportProjectSchema), steps, { least, set });
});

test.afterAll(() => writeRows('api-fields'));
