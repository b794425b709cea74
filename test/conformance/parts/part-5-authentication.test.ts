import { afterAll, expect, test } from 'vitest';
import { startControlledService } from '../support/service-under-test.ts';

const service = await startControlledService();
const { caller } = service;
afterAll(() => service.dispose());

test('a project’s link tells a browser nothing about the project', async () => {
  const run = await caller.makeProject({ script: 'Secret title.' });
  const text = async (link: string) => (await fetch(link)).text();
  expect(await text(run.projectUrl)).toBe(await text(`${service.url}/projects/vg_proj_unknown`));
  expect(await text(run.projectUrl)).not.toContain('Secret');
});
