import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AgentQuestions } from '../../../../../src-main/app/agent-questions.ts';
import { AppEvents } from '../../../../../src-main/app/app-events.ts';
import { commands } from '../../../../../src-main/hosts/commands/table.ts';
import { withDoor } from '../../../../../src-main/hosts/door/with-door.ts';
import { readVersion } from '../../../../../src-main/hosts/headless/data-folder.ts';
import { agentToolsOf, foldersOf, leavesOf, reachIn } from '../../../../../src-main/hosts/mcp/agent-tools.ts';
import { readAllowance } from '../../../../../src-main/hosts/mcp/leave.ts';
import { contentOf } from '../../../../../src-main/hosts/mcp/serve-agent.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { ServiceStandIn } from '../../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../../fakes/test-platform.ts';
import { createHastyClock, until } from '../../../../fakes/turned-clock.ts';

const program = fileURLToPath(new URL('../../../../../src-main/hosts/commands/dailies.ts', import.meta.url));

/** Starts an app with a door, and an agent whose client is the one of the SDK. */
async function create(...words: string[]) {
  const service = await ServiceStandIn.start();
  const { app, platform } = await startApp(service);
  const { userData } = platform.paths;
  const nothing = () => Promise.resolve();
  const opened = withDoor(
    { ...app, start: nothing, dispose: nothing },
    { userData, version: await readVersion(), log: platform.log },
  );
  await opened.start();
  const folder = await makeFolder('agent');
  const connect = async () => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', ...words],
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', DAILIES_USER_DATA: userData },
      stderr: 'ignore',
    });
    await client.connect(transport);
    return { client, transport };
  };
  const { client, transport } = await connect();
  onTestFinished(async () => {
    await client.close();
    await opened.dispose();
  });
  /** Calls a tool and returns what its JSON says. */
  const call = async (name: string, input: Record<string, unknown> = {}, options = {}) => {
    const result = await client.callTool({ name, arguments: input }, undefined, options);
    const [{ text }] = result.content as [{ text: string }];
    return { isError: result.isError === true, json: JSON.parse(text) as Record<string, unknown> };
  };
  const starts = (): number => app.services.active().generations.list(200).length;
  return { service, app, opened, folder, client, transport, connect, call, starts };
}

const agentTools = agentToolsOf(commands);
const script = { action: 'script', sources: ['The harbour wakes.'] };

describe('the tools of an agent', () => {
  test('are at most 25, and serve every command once', () => {
    expect(agentTools.length).toBeLessThanOrEqual(25);
    const served = agentTools.flatMap(({ actions }) => [...actions.values()].map(({ name }) => name));
    const unserved = commands.map(({ name }) => name).filter((name) => !served.includes(name));
    expect(unserved).toEqual([]);
    expect(new Set(served).size).toBe(served.length);
  });

  test.each([
    ['generate script', {}, ['costs']],
    ['tool image', {}, ['costs']],
    ['tool list', {}, []],
    ['jobs wait', {}, []],
    ['cut replace', { picture: 'boat.png' }, []],
    ['cut replace', { prompt: 'A boat' }, ['costs']],
    ['cut replace', { picture: '/etc/passwd' }, ['write']],
    ['library save', { out: '../elsewhere' }, ['write']],
    ['library save', { out: '..' }, ['write']],
    ['library save', { out: './here' }, []],
    ['deliver', { open: true }, ['open']],
    ['open', {}, ['open']],
    ['webhooks create', {}, ['write']],
  ] as const)('%s with %j needs leave for %j', (name, input, needed) => {
    expect([...leavesOf({ name }, input, reachIn(['/work/agent'], '/work/agent'))]).toEqual(needed);
  });

  test('use files of the folder that they were started in, unless it holds the whole home', async () => {
    const home = await makeFolder('home');
    const folder = join(home, 'films');
    await writeFile(join(home, 'secrets'), '');
    const needed = (start: string, input: object) => [
      ...leavesOf({ name: 'library upload' }, input as never, reachIn(foldersOf(start, null, home), start)),
    ];
    expect(needed(folder, { files: ['a.mov', join(folder, 'b.mov')], out: 'sounds' })).toEqual([]);
    for (const input of [{ files: ['secrets'] }, { files: [join(folder, 'a.mov')] }, { out: 'sounds' }])
      for (const start of [home, '/']) {
        const given = start === '/' && 'files' in input ? { files: [join(home, 'secrets')] } : input;
        expect(needed(start, given)).toEqual(['write']);
      }
    expect(needed('/', { files: ['vg_file_1'] })).toEqual([]);
    expect(foldersOf('/', '/films', home)).toEqual(['/films']);
  });

  test('get pictures of a result as pictures, after its text', () => {
    const picture = { sceneId: 's1', mimeType: 'image/jpeg', data: 'AAAA' } as const;
    expect(contentOf({ projectId: 'p1', pictures: [picture] })).toEqual([
      { type: 'text', text: '{"projectId":"p1","pictures":["s1"]}' },
      { type: 'image', mimeType: 'image/jpeg', data: 'AAAA' },
    ]);
    expect(contentOf({ projectId: 'p1' })).toEqual([{ type: 'text', text: '{"projectId":"p1"}' }]);
  });

  test('are allowed beforehand by words', () => {
    expect(readAllowance('costs=3,open')).toEqual({ costs: 3, write: false, open: true });
    expect(() => readAllowance('everything')).toThrow(
      '--allow takes costs=N, write and open, not everything.',
    );
  });
});

describe('an agent', { timeout: 60_000 }, () => {
  test('reads for nothing, and is told how to get leave for what costs', async () => {
    const { call, client, starts } = await create();
    expect((await client.listTools()).tools).toHaveLength(agentTools.length);
    expect(await call('account', { action: 'connections-list' })).toMatchObject({ isError: false });
    const refused = await call('generate', script);
    expect(refused).toMatchObject({ isError: true, json: { error: { code: 'forbidden' } } });
    expect(JSON.stringify(refused.json)).toContain('start Dailies with its window');
    expect(starts()).toBe(0);
  });

  test('generates within its allowance, with progress, and the same key starts nothing twice', async () => {
    const { call, starts } = await create('--allow', 'costs=1');
    const told: string[] = [];
    const onprogress = ({ message }: { message?: string }) => void told.push(message ?? '');
    const first = await call('generate', { ...script, key: 'one' }, { onprogress });
    expect(first).toMatchObject({ isError: false, json: { generations: [{ state: 'succeeded' }] } });
    expect(told).toContainEqual(expect.stringContaining('draft: running'));
    expect(await call('generate', { ...script, key: 'one' })).toEqual(first);
    expect(await call('generate', script)).toMatchObject({
      isError: true,
      json: { error: { code: 'forbidden' } },
    });
    expect(starts()).toBe(1);
  });

  test('is asked about in the window, which may refuse or allow', async () => {
    const { call, app, starts } = await create();
    const { agentQuestions } = app.services;
    expect(agentQuestions.list()).toEqual([]);
    for (const isAllowed of [false, true]) {
      const called = call('generate', script);
      await until(() => agentQuestions.list().length === 1);
      const [question] = agentQuestions.list();
      expect(question).toMatchObject({
        leaves: ['costs'],
        what: expect.stringMatching(/^generate script: Makes videos from scripts\n.*The harbour wakes\./),
      });
      agentQuestions.answer(question?.questionId ?? '', isAllowed);
      expect((await called).isError).toBe(!isAllowed);
    }
    expect(starts()).toBe(1);
  });

  test('is told at once how to be asked about, when the app quits', async () => {
    const { call, app, opened } = await create();
    app.services.agentQuestions.list();
    const called = call('generate', script);
    await until(() => app.services.agentQuestions.list().length === 1);
    await opened.dispose();
    expect(await called).toMatchObject({
      isError: true,
      json: { error: { message: expect.stringContaining('start Dailies with its window') } },
    });
  });

  test('cancels what it started with its call', async () => {
    const { service, client, app } = await create('--allow', 'costs=9');
    service.readsPerRun = 1e9;
    const stopper = new AbortController();
    const called = client.callTool({ name: 'generate', arguments: script }, undefined, {
      signal: stopper.signal,
    });
    called.catch(() => undefined);
    const state = () => app.services.active().generations.list(1)[0]?.state;
    await until(() => state() === 'running');
    stopper.abort('enough');
    await expect(called).rejects.toThrow();
    await until(() => state() === 'cancelled');
  });

  test('that dies leaves the app, and its program, in order', async () => {
    const { transport, connect } = await create();
    const pid = transport.pid ?? 0;
    expect(() => process.kill(pid, 0)).not.toThrow();
    await transport.close();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    const again = await connect();
    expect((await again.client.listTools()).tools.length).toBeGreaterThan(0);
    await again.client.close();
  });

  test('is refused what is too large, unknown or outside its folder', async () => {
    const { call, folder } = await create();
    await writeFile(join(folder, 'mine.txt'), 'A text.');
    const huge = await call('text', { prompt: 'x'.repeat(10 * 1024 * 1024) });
    expect(huge).toMatchObject({ isError: true, json: { error: { code: 'invalid_input' } } });
    for (const files of ['/etc/hostname', '../other.txt'])
      expect(await call('library', { action: 'upload', files: [files] })).toMatchObject({
        isError: true,
        json: { error: { code: 'forbidden' } },
      });
    expect(await call('shell', { command: 'ls' })).toMatchObject({ json: { error: { code: 'not_found' } } });
    expect(await call('jobs', { action: 'explode' })).toMatchObject({
      json: { error: { code: 'invalid_input' } },
    });
    expect(await call('jobs', { action: 'show', id: 'x', more: 1 })).toMatchObject({
      json: { error: { message: expect.stringContaining('takes no more') } },
    });
  });

  test('gets an answer to each of a thousand calls at once', async () => {
    const { call } = await create();
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => call('versions')));
    expect(answers).toHaveLength(1_000);
    const refused = answers.filter(({ isError }) => isError);
    for (const { json } of refused) expect(json).toMatchObject({ error: { code: 'conflict' } });
    expect((await call('versions')).isError).toBe(false);
  });
});

test('a question without an answer counts as refused after two minutes', async () => {
  const questions = new AgentQuestions({ clock: createHastyClock(), events: new AppEvents() });
  questions.list();
  expect(await questions.ask({ leaves: ['open'], what: 'open' })).toEqual({ isAllowed: false });
  expect(questions.list()).toEqual([]);
});
