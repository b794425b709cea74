import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { expectError } from '../support/expectations.ts';
import { startControlledService } from '../support/service-under-test.ts';

const service = await startControlledService();
const { caller } = service;
afterAll(() => service.dispose());

const text = 'x'.repeat(100_001);
const note = 'x'.repeat(10_001);
const ids = Array.from({ length: 101 }, (_, index) => `vg_enti_${index}`);
const mentions = ids.map((id) => `@[entity:${id}|ACTOR|Kim]`).join(' ');
const actions = ids.map(() => ({ type: 'ADD_ZOOM' }));
const script = { script: 'Boats.', visualStyle: { type: 'STOCK' } };
const prompt = 'A pier';
const scene = (fields: object) => ({ scenes: [{ prompt, ...fields }] });
const notes = [{ startSeconds: 0, endSeconds: 1, description: note }];

test.each([
  ['workflows/script-to-video', { ...script, remixActions: actions }],
  ['workflows/script-to-video', { ...script, scenes: notes }],
  ['workflows/script-to-video', { ...script, visualStyle: { type: 'AI_IMAGE', aiStyle: note } }],
  ['workflows/slideshow-to-video', { fileId: 'x', slideScripts: ids.flatMap(() => ids) }],
  ['workflows/storyboard-to-video', scene({ prompt: text })],
  ['workflows/storyboard-to-video', scene({ prompt: mentions })],
  ['workflows/storyboard-to-video', scene({ title: note })],
  ['workflows/storyboard-to-video', scene({ voiceoverScript: note })],
  ['workflows/storyboard-to-video', scene({ generation: { aiStyle: note } })],
  ['workflows/storyboard-to-video', scene({ actorEntityIds: ids })],
  ['workflows/storyboard-to-video', scene({ productEntityIds: ids })],
  ['workflows/storyboard-to-video', { ...scene({}), actorEntityIds: ids }],
  ['workflows/storyboard-to-video', { ...scene({}), productEntityIds: ids }],
  ['workflows/storyboard-to-video', { ...scene({}), defaultGeneration: { aiStyle: note } }],
  ['workflows/storyboard-to-video', { ...scene({}), workflowAgentContext: text }],
  ['workflows/content-outline-to-video', { outlineMarkdown: 'Boats', inputFileIds: ids }],
  ['workflows/content-outline-to-video', { outlineMarkdown: 'Boats', remixActions: actions }],
  ['tools/generate-image', { prompt, entityIds: ids }],
  ['tools/generate-motion-graphic', { prompt, entityIds: ids }],
  ['tools/generate-motion-graphic', { prompt: mentions }],
  ['projects/vg_proj_x/remix', { remixActions: actions }],
  ['projects/vg_proj_x/remix', { remixActions: [{ type: 'REGENERATE_IMAGES', stylePrompt: note }] }],
  ['projects/vg_proj_x/remix', { remixActions: [{ type: 'CONVERT_IMAGES_TO_VIDEOS', motionPrompt: note }] }],
  ['projects/vg_proj_x/remix', { remixActions: [{ type: 'CLEAN_UP_TRANSCRIPT', fillerWords: [note] }] }],
])('contract §7 %s refuses texts and lists that are too long (%#)', async (operation, body) => {
  expectError(await caller.post(`/v1/${operation}`, body), 400, 'invalid_parameters');
});

test('a setting for all scenes of a storyboard is stored once', async () => {
  const release = service.engine.hold('images');
  const scenes = Array.from({ length: 100 }, () => ({ prompt, generation: { type: 'AI_IMAGE' } }));
  const workflowAgentContext = 'fog '.repeat(10_000).trim();
  const started = await caller.post('/v1/workflows/storyboard-to-video', { scenes, workflowAgentContext });
  expect(started.status).toBe(202);
  const database = new DatabaseSync(path.join(service.dataFolder, 'service.db'), { readOnly: true });
  try {
    const row = database.prepare('SELECT max(length(state)) AS letters FROM jobs').get();
    expect(row?.['letters']).toBeLessThan(3 * workflowAgentContext.length);
  } finally {
    database.close();
    release();
  }
  const run = await caller.untilTerminal(`/v1/workflows/runs/${started.body.workflowRunId}`, 60_000);
  expect(run.status).toBe('succeeded');
});
