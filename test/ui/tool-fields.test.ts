import type { Page } from '@playwright/test';
import { missingOf } from '../../src-renderer/components/remix/remix-draft.ts';
import { controlsOfTool } from '../../src-renderer/components/tools/tool-form-table.ts';
import { sourceFieldOf } from '../../src-renderer/components/tools/tool-request.ts';
import { operations } from '../../src-shared/api/operations.ts';
import { type AssetTool, assetTools, editTools, type ToolName } from '../../src-shared/contract/operation.ts';
import { fakeConnection } from '../fakes/page/fake-main-data.ts';
import { addRows, carryOut, writeRows } from './support/field-rows.ts';
import { controlSteps, words, write } from './support/field-steps.ts';
import { expect, openPage, test } from './support/page-test.ts';
import { fieldPaths } from './support/request-fields.ts';

test.describe.configure({ mode: 'serial', timeout: 240_000 });
test.use({ fakeMain: { connection: fakeConnection({ budgetLeft: 1 }) } });

/** Fields that a tool cannot do without, by name. */
const neededOf = (tool: ToolName): readonly string[] =>
  tool === 'generateVideoClip' ? ['prompt'] : missingOf(controlsOfTool(tool), {});

for (const tool of assetTools) {
  test(`every field of the tool ${tool} is set by its control`, async ({ page, address, main }) => {
    await openPage(page, address);
    await chooseTool(page, tool);
    const steps = controlSteps(controlsOfTool(tool), '', 'tool');
    const begin = page.getByRole('button', { name: words('tool.start') });
    const least = steps.filter(({ path }) => neededOf(tool).includes(path));
    await carryOut(page, least);
    await begin.click();
    await expect.poll(() => main.inputsOf('operation.start').length).toBe(1);
    await page.locator('summary').click();
    await carryOut(
      page,
      steps.filter((step) => !least.includes(step)),
    );
    await begin.click();
    await expect.poll(() => main.inputsOf('operation.start').length).toBe(2);
    const [{ body: without } = {}, { body: set } = {}] = main.inputsOf('operation.start');
    expect(Object.keys(without as object).sort(), 'Defaults are not sent').toEqual(
      [...neededOf(tool)].sort(),
    );
    addRows(tool, toolPaths(tool), steps, { least: without, set: [set] });
  });
}

for (const [kind, tools] of Object.entries(editTools)) {
  for (const tool of tools) {
    test(`every field of the tool ${tool} is set by its control`, async ({ page, address, main }) => {
      const made = kind === 'image' ? 'generateImage' : 'generateVideoClip';
      await openPage(page, address);
      await chooseTool(page, made);
      await carryOut(page, [write('prompt', 'tool.field.prompt', 'A pier')]);
      await page.getByRole('button', { name: words('tool.start') }).click();
      await expect.poll(() => main.inputsOf('operation.start').length).toBe(1);
      main.operations.endAll();
      const file = sourceFieldOf(tool);
      const steps = controlSteps(controlsOfTool(tool, undefined, [file]), '', 'tool');
      const begin = page.getByRole('dialog').getByRole('button', { name: words('tool.start') });
      const open = async (): Promise<void> => {
        await page.getByRole('button', { name: words('tool.edit'), exact: true }).click();
        await page.getByRole('menuitem', { name: words(`tool.name.${tool}`) }).click();
      };
      await open();
      await begin.click();
      await expect.poll(() => main.inputsOf('operation.start').length).toBe(2);
      await open();
      await page.getByRole('dialog').locator('summary').click();
      await carryOut(page, steps, page.getByRole('dialog'));
      await begin.click();
      await expect.poll(() => main.inputsOf('operation.start').length).toBe(3);
      const [, { body: without } = {}, { body: set } = {}] = main.inputsOf('operation.start');
      expect(without, 'Defaults are not sent').toEqual({ [file]: 'file_01' });
      const chosen = {
        path: file,
        control: words('tool.edit'),
        seen: 'file_01',
        set: () => Promise.resolve(),
      };
      addRows(tool, toolPaths(tool), [chosen, ...steps], { least: without, set: [set] });
    });
  }
}

async function chooseTool(page: Page, tool: AssetTool): Promise<void> {
  await page
    .getByRole('radiogroup', { name: words('tool.group') })
    .getByText(words('tool.group.asset'))
    .click();
  const tools = page.getByRole('radiogroup', { name: words('tool.modes') });
  await tools.getByText(words(`tool.name.${tool}`), { exact: true }).click();
}

/** Returns the paths of a tool's fields. One control sets the pairs of words. */
function toolPaths(tool: ToolName): readonly string[] {
  return fieldPaths(operations[tool].body, ['pronunciationReplacements']);
}

test.afterAll(() => writeRows('tool-fields'));
