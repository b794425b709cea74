import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { FieldStep } from './field-steps.ts';
import { valuesAt } from './request-fields.ts';

const rows: string[] = [];

/** Adds the rows of a request to the table of this file. Expects that every field of its schema was set. */
export function addRows(
  request: string,
  paths: readonly string[],
  steps: readonly FieldStep[],
  bodies: { readonly set: readonly unknown[]; readonly least: unknown },
): void {
  const set = steps.filter(({ path }) => path !== '');
  expect(
    set.map(({ path }) => path).filter((path) => !paths.includes(path)),
    'No such field',
  ).toEqual([]);
  for (const path of paths) {
    const step = set.find((each) => each.path === path);
    expect.soft(step, `${request} ${path} has no control`).toBeDefined();
    if (!step) continue;
    const seen = bodies.set.flatMap((body) => valuesAt(body, path));
    expect.soft(seen, `${request} ${path}`).toContainEqual(step.seen);
    const [least] = valuesAt(bodies.least, path);
    addRow(request, path, step.control, step.seen, untouched(least, step.seen));
  }
}

/** @param least value sent with only the steps that a start requires */
function untouched(least: unknown, seen: unknown): string {
  if (least === undefined) return 'is not sent';
  return JSON.stringify(least) === JSON.stringify(seen) ? 'is needed' : 'is sent';
}

/** Adds one row. @param alone what happens to the field when its control is left alone */
export function addRow(request: string, path: string, control: string, seen: unknown, alone: string): void {
  rows.push(`| ${request} | \`${path}\` | ${control} | \`${JSON.stringify(seen)}\` | ${alone} |`);
}

/** Carries out steps within a part of the page. */
export async function carryOut(
  page: Page,
  steps: readonly FieldStep[],
  root: Page | Locator = page,
): Promise<void> {
  for (const { path, control, set } of steps)
    await test.step(path === '' ? control : path, () => set({ page, root }));
}

/** Writes the table to a report. */
export async function writeRows(name: string): Promise<void> {
  const intro = `# Fields of the API and their controls

Every field of the requests that start something made from the user's choices, with the words of its control, a value
that was set with it and then seen in the request, and what happens when it is left alone: it is needed, is not sent, or
is sent as the control shows it.`;
  const head = ['| Request | Field | Control | Set and seen | Left alone |', '| - | - | - | - | - |'];
  const path = `test-results/reports/${name}.md`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${intro}\n\n${[...head, ...rows].join('\n')}\n`);
}
