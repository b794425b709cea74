import { basename, join } from 'node:path';
import { expect, vi } from 'vitest';
import type { EditorName } from '../../src-shared/contract/editor.ts';
import type { ReturnDetail } from '../../src-shared/contract/return.ts';
import { closeWindows, waitForNoWindow, waitForOnlyWindow } from './desktop.ts';
import type { DeliveredVersion, GeneratedProject } from './generated-project.ts';
import { Kdenlive } from './kdenlive.ts';

const describing = { timeout: 60_000, interval: 500 };

export function documentPathOf(folder: string, suffix: string): string {
  return join(folder, `${basename(folder)}${suffix}`);
}

/** Opens a version as the app's button does. */
export async function openIn(
  editor: EditorName,
  suffix: string,
  { client }: GeneratedProject,
  { delivery: { deliveryId }, folder }: DeliveredVersion,
): Promise<void> {
  const { editors } = await client.call('editor.list', { isFresh: true });
  const installed = editors.find((each) => each.editor === editor);
  if (!installed) throw new Error(`The app does not find ${editor}.`);
  const { editorId } = installed;
  const opened = await client.call('delivery.open', { deliveryId, editorId });
  expect(opened).toEqual({ way: 'started', path: documentPathOf(folder, suffix), missing: [] });
}

/** Waits until Kdenlive has opened a version without a question, such as one about missing clips. */
export async function openedKdenlive({ folder }: DeliveredVersion): Promise<Kdenlive> {
  await waitForOnlyWindow(new RegExp(`^${namePatternOf(folder)} / .* — Kdenlive$`));
  return Kdenlive.find();
}

/** Returns the source of an expression that matches the name of a version. */
export function namePatternOf(folder: string): string {
  return basename(folder).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Runs the work and closes all windows even if it fails, so that the next editor has the desktop to itself. */
export async function endedAfter<Result>(
  work: () => Promise<Result>,
  end: () => Promise<void>,
): Promise<Result> {
  try {
    const result = await work();
    await end();
    await waitForNoWindow();
    return result;
  } finally {
    await closeWindows();
  }
}

/** Waits until the app's watcher has described a document saved over the delivered one. */
export function returnOf(
  { client, projectId }: GeneratedProject,
  documentPath: string,
): Promise<ReturnDetail> {
  const request = { projectId, withDismissed: false, offset: 0, limit: 50 };
  return vi.waitFor(async () => {
    const { returns } = await client.call('return.list', request);
    const found = returns.find(({ path }) => path === documentPath);
    expect(found).toMatchObject({ state: 'described', error: null });
    return client.call('return.get', { returnId: found?.returnId ?? '' });
  }, describing);
}

export function sentencesOf({ edits }: Pick<ReturnDetail, 'edits'>): readonly string[] {
  return edits.map(({ sentence }) => sentence.text);
}
