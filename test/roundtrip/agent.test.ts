import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { deleteLastPicture } from '../support/kdenlive-edit.ts';

const program = join(import.meta.dirname, '../../src-main/hosts/commands/dailies.ts');

test('an agent goes from a script to an updated edit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-agent-'));
  const own = join(folder, 'own');
  mkdirSync(own);
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', '--allow', 'costs=3'],
    cwd: own,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: join(folder, 'home'),
      DAILIES_USER_DATA: join(folder, 'data'),
    },
  });
  await client.connect(transport);
  onTestFinished(async () => {
    await client.close();
    await rm(folder, { recursive: true, maxRetries: 50, retryDelay: 100 });
  });
  const call = async (name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const options = { timeout: 200_000 };
    const { content, isError } = await client.callTool({ name, arguments: input }, undefined, options);
    const [{ text }] = content as [{ text: string }];
    expect([isError, text]).toEqual([false, text]);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const sources = ['The harbour wakes at five.\n\nBoats leave for the sea.\n\nGulls follow them.'];
  const { generations } = await call('generate', { action: 'script', sources, title: 'Harbour', key: 'h' });
  const [{ projectId: project }] = generations as [{ projectId: string }];
  const shown = await call('cut_show', { project });
  const [{ sceneId }] = shown['scenes'] as [{ sceneId: string }];
  const changed = await call('cut_change', {
    action: 'replace',
    project,
    scene: sceneId,
    prompt: 'A lighthouse',
  });
  expect(changed['edits']).toEqual([expect.stringContaining('replaced')]);
  const version = (await call('deliver', { project, editor: ['KDENLIVE'], out: 'out' })) as {
    folder: string;
  };
  deleteLastPicture(version.folder);
  const file = readdirSync(version.folder).find((name) => name.endsWith('.kdenlive')) ?? '';
  const kept = await call('keep', { action: 'keep', return: join(version.folder, file) });
  const { returns } = (await call('returns', {})) as { returns: { edits: string[] }[] };
  expect(returns[0]?.edits.length).toBeGreaterThan(0);
  await call('cut_change', { action: 'caption', project, scene: sceneId, text: 'Good morning' });
  await call('deliver', { project, editor: ['KDENLIVE'] });
  const updated = await call('update', { return: kept['returnId'], choose: 'ours' });
  expect(updated).toMatchObject({ state: 'kept', version: 'Harbour_v004' });
  expect(await call('undo', { action: 'cut-undo', project })).toMatchObject({ canRedo: true });
});
