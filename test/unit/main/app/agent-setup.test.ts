import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import extractZip from 'extract-zip';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { AgentSetup } from '../../../../src-main/app/agent-setup.ts';
import {
  agentProgramOfCheckout,
  agentProgramOfPackage,
} from '../../../../src-main/hosts/node/agent-program.ts';
import { AppError } from '../../../../src-shared/app-error.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** The fields that version 0.2 of the manifest requires or allows, of those in use. Its readers refuse all others. */
const manifestSchema = z.strictObject({
  manifest_version: z.literal('0.2'),
  name: z.string().regex(/^[a-z-]+$/),
  display_name: z.string(),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  description: z.string(),
  author: z.strictObject({ name: z.string() }),
  license: z.string(),
  server: z.strictObject({
    type: z.enum(['python', 'node', 'binary']),
    entry_point: z.string(),
    mcp_config: z.strictObject({
      command: z.string(),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()),
    }),
  }),
  tools_generated: z.boolean(),
  compatibility: z.strictObject({ platforms: z.array(z.enum(['darwin', 'win32', 'linux'])) }),
});

async function openBundle(openFile: (path: string) => Promise<void>) {
  const userData = await makeFolder('setup');
  const done: string[] = [];
  const setup = new AgentSetup({
    program: agentProgramOfCheckout(root),
    version: '1.2.3',
    userData,
    shell: {
      canReveal: true,
      openFile: (path) => openFile(path).then(() => void done.push(`open ${path}`)),
      revealFile: (path) => Promise.resolve(void done.push(`reveal ${path}`)),
    },
  });
  return { userData, done, path: await setup.open() };
}

test(
  'The bundle has the documented manifest, and its program serves an agent',
  { timeout: 60_000 },
  async () => {
    const { userData, done, path } = await openBundle(() => Promise.resolve());
    expect(done).toEqual([`open ${path}`]);
    await extractZip(path, { dir: join(userData, 'unpacked') });
    const text = await readFile(join(userData, 'unpacked', 'manifest.json'), 'utf8');
    const { server } = manifestSchema.parse(JSON.parse(text));
    const client = new Client({ name: 'test', version: '1' });
    onTestFinished(() => client.close());
    const env = { PATH: process.env['PATH'] ?? '', DAILIES_USER_DATA: join(userData, 'data') };
    await client.connect(
      new StdioClientTransport({ ...server.mcp_config, env, cwd: userData, stderr: 'ignore' }),
    );
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('cut_show');
  },
);

test('A bundle that no program takes is revealed', async () => {
  const refuse = () => Promise.reject(new AppError('not_supported_here', 'There is no such program.'));
  const { done, path } = await openBundle(refuse);
  expect(done).toEqual([`reveal ${path}`]);
});

test.each([
  ['linux', 'deb', '/usr/lib/dailies/resources/bin/dailies', ['mcp']],
  ['linux', 'tar.zst', '/opt/dailies/dailies', ['mcp']],
  ['linux', 'AppImage', '/opt/dailies/dailies', ['mcp']],
  ['darwin', 'dmg', '/usr/lib/dailies/resources/bin/dailies', ['mcp']],
  ['win32', 'exe', 'node', ['/usr/lib/dailies/resources/commands/dailies.js', 'mcp']],
] as const)('On %s, agents start the program of a %s', (platform, kind, command, args) => {
  const resources = '/usr/lib/dailies/resources';
  const starter = '/opt/dailies/dailies';
  expect(agentProgramOfPackage({ kind, starter, resources }, platform)).toEqual({ command, args });
});
