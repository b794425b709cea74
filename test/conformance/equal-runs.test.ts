import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlledService, startControlledService } from './support/service-under-test.ts';

let service: ControlledService;
let picture: string;
beforeAll(async () => {
  service = await startControlledService({ plan: 'unlimited' });
  picture = (await service.caller.upload('Gull', Buffer.from('\x89PNG picture', 'latin1'))).fileId;
});
afterAll(() => service.dispose());

/** Returns the engine's calls during one run, sorted because stages work on scenes at once. Paths become file names. */
async function workOf(workflow: string, body: object): Promise<string[]> {
  service.engine.calls.length = 0;
  const { body: started } = await service.caller.post(`/v1/workflows/${workflow}`, body);
  const run = await service.caller.untilTerminal(`/v1/workflows/runs/${started.workflowRunId}`);
  expect([run.status, run.error]).toEqual(['succeeded', null]);
  const plain = (_key: string, value: unknown) =>
    typeof value === 'string' && value.startsWith('/') ? value.replace(/^.*\//, '') : value;
  return service.engine.calls
    .map(({ name, request }) => `${name} ${JSON.stringify(request, plain)}`)
    .toSorted();
}

const script = 'El puerto despierta.\nLos barcos vuelven.';

test.each([
  ['script-to-video', { script, visualStyle: { type: 'STOCK' } }],
  [
    'script-to-video',
    () => ({
      script,
      visualStyle: { type: 'AI_IMAGE', aiStyle: 'watercolour' },
      featuredBRollFileIds: [picture],
      remixActions: [
        { type: 'REGENERATE_IMAGES', stylePrompt: 'ink' },
        { type: 'CONVERT_IMAGES_TO_VIDEOS' },
        { type: 'GENERATE_MUSIC', prompt: 'calm piano' },
      ],
    }),
  ],
  ['prompt-to-video-clip', { prompt: 'Waves at night', durationSeconds: 2 }],
  [
    'storyboard-to-video',
    {
      scenes: [
        { prompt: 'Gulls wake', generation: { type: 'AI_IMAGE' } },
        { prompt: 'A ferry leaves', generation: { type: 'AI_VIDEO' } },
      ],
    },
  ],
])('equal starts of %s ask for equal media (%#)', async (workflow, body) => {
  const given = typeof body === 'function' ? body() : body;
  const first = await workOf(workflow, given);
  expect(first.length).toBeGreaterThan(0);
  expect(await workOf(workflow, given)).toEqual(first);
});

test('music that is composed once more is another piece', async () => {
  const { projectId } = await service.caller.makeProject();
  const seeds: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    service.engine.calls.length = 0;
    const path = `/v1/projects/${projectId}/remix`;
    const remixActions = [{ type: 'GENERATE_MUSIC', prompt: 'calm piano' }];
    await service.caller.post(path, { remixActions });
    await expect
      .poll(async () => {
        const { body } = await service.caller.get(`/v1/projects/${projectId}/remix-actions`);
        const actions = body['remixActions'] as { status: string }[];
        return actions.every(({ status }) => status === 'succeeded') && actions.length;
      })
      .toBe(time + 1);
    const call = service.engine.calls.find(({ request }) => JSON.stringify(request).includes('calm piano'));
    seeds.push((call?.request as { seed: string }).seed);
  }
  expect(new Set(seeds).size).toBe(2);
});
