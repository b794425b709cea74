import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wordOfTool } from '../../src-main/hosts/commands/api-commands.ts';
import { type Command, FailedResult } from '../../src-main/hosts/commands/command.ts';
import { type CommandApp, withApp } from '../../src-main/hosts/commands/open-app.ts';
import { runIn } from '../../src-main/hosts/commands/run-in.ts';
import { commands } from '../../src-main/hosts/commands/table.ts';
import { createSystemClock } from '../../src-main/hosts/node/system-clock.ts';
import { toolOperations } from '../../src-shared/contract/operation.ts';
import { paragraphXml, shapeXml, writeSampleDeck } from '../fakes/sample-deck.ts';
import { deleteLastPicture } from '../support/kdenlive-edit.ts';
import { recordOperations } from '../support/record-operations.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'dailies-commands-'));
const signal = new AbortController().signal;
const clock = createSystemClock();
const tell = (): void => undefined;
const done = new Set<string>();
/** Name of the command that runs, for the record of its operations. */
let running = '';
const finished = Promise.withResolvers<null>();
let app: CommandApp;
let ended: Promise<unknown>;

/** Runs a command in the app of this file. */
async function dailies(name: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const command = commands.find((each): each is Command => each.name === name);
  if (!command) throw new Error(`There is no command ${name}.`);
  done.add(name);
  running = name;
  const result = await runIn(app, command, command.check(input), { clock, signal, tell, folder });
  expect(result).not.toBeInstanceOf(FailedResult);
  return result as Record<string, unknown>;
}

beforeAll(async () => {
  recordOperations(() => `command\t${running}`);
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  writeFileSync(join(programs, 'kdenlive'), '#!/bin/sh\n');
  chmodSync(join(programs, 'kdenlive'), 0o755);
  process.env['PATH'] = `${programs}:${process.env['PATH'] ?? ''}`;
  await writeSampleDeck(join(folder, 'deck.pptx'), [
    { shapes: shapeXml('', paragraphXml('Rain')), notes: 'It falls.' },
  ]);
  writeFileSync(
    join(folder, 'Harbour.md'),
    '# Harbour\n\nThe harbour wakes at five.\n\nBoats leave for the sea.\n\nGulls follow them.\n',
  );
  const opened = Promise.withResolvers<CommandApp>();
  ended = withApp({ service: null, dataFolder: join(folder, 'data'), clock, signal, tell }, (own) => {
    opened.resolve(own);
    return finished.promise;
  });
  ended.catch(opened.reject);
  app = await opened.promise;
});

afterAll(async () => {
  finished.resolve(null);
  await ended;
  await rm(folder, { recursive: true });
});

let project = '';
let version: Record<string, unknown> = {};

test('a script becomes a project, a changed cut and a version', async () => {
  const { generations } = await dailies('generate script', { sources: ['Harbour.md'] });
  [{ projectId: project }] = generations as [{ projectId: string }];
  const cut = await dailies('cut list', { project });
  const scenes = (cut['scenes'] as { sceneId: string }[]).map(({ sceneId }) => sceneId);
  expect(scenes.length).toBeGreaterThan(2);
  const [first, second, third] = scenes;
  const { pictures } = await dailies('cut list', { project, pictures: [second] });
  const [{ sceneId, data }] = pictures as [{ sceneId: string; data: string }];
  expect(sceneId).toBe(second);
  expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({ format: 'jpeg', width: 320 });
  const texts: string[] = [];
  const change = async (name: string, input: Record<string, unknown>): Promise<void> => {
    const { edits } = await dailies(name, { project, ...input });
    expect(edits).not.toEqual(texts);
    texts.splice(0, texts.length, ...(edits as string[]));
  };
  await change('cut caption', { scene: first, text: 'Good morning' });
  await change('cut trim', { scene: second, frames: 30 });
  await change('cut move', { scene: third });
  await change('cut replace', { scene: first, prompt: 'A lighthouse' });
  await change('cut revoice', {
    scene: second,
    say: 'A new sentence for this scene.',
    voice: await voiceId(),
  });
  await change('cut undo', {});
  await change('cut redo', {});
  await change('cut change', { changes: [{ kind: 'remove', sceneId: third }] });
  await change('cut undo', {});
  await change('cut remove', { scenes: [third] });
  version = await dailies('deliver', { project, editor: ['KDENLIVE'], out: 'out' });
  expect(version).toMatchObject({ title: 'Harbour', version: 'Harbour_v001', editors: ['KDENLIVE'] });
  expect(await dailies('versions', { project })).toMatchObject({ folders: [{ folderName: 'Harbour_v001' }] });
});

test('an edit of an editor is told, kept and updated with a remixed project', async () => {
  const { folder: path } = version as { folder: string };
  await dailies('cut discard', { project });
  deleteLastPicture(path);
  const name = readdirSync(path).find((each) => each.endsWith('.kdenlive')) ?? '';
  const edited = join(path, name);
  const told = await dailies('returns', { folder: 'out' });
  expect(told['returns']).toMatchObject([{ path: edited, state: 'described' }]);
  const kept = await dailies('keep', { return: edited });
  expect(kept).toMatchObject({ state: 'kept', version: 'Harbour_v002' });
  expect(await dailies('returns')).toMatchObject({
    returns: [{ returnId: kept['returnId'], state: 'kept' }],
  });
  await dailies('remix', { project, actions: ['add-zoom'] });
  await dailies('deliver', { project, editor: ['KDENLIVE'], cut: 'project' });
  const plan = await dailies('update', { return: kept['returnId'], preview: true });
  expect(plan).toMatchObject({ newVersion: 'Harbour_v003' });
  const updated = await dailies('update', { return: kept['returnId'], choose: 'ours' });
  expect(updated['version']).toBe('Harbour_v004');
});

test('an editor opens a version, and a return can be dismissed', async () => {
  const { folder: path } = version as { folder: string };
  const other = (await dailies('versions', { project }))['folders'] as {
    folderPath: string;
    folderName: string;
  }[];
  const third = other.find(({ folderName }) => folderName === 'Harbour_v003')?.folderPath ?? path;
  deleteLastPicture(third);
  const name = readdirSync(third).find((each) => each.endsWith('.kdenlive')) ?? '';
  expect(await dailies('dismiss', { return: join(third, name) })).toMatchObject({ state: 'dismissed' });
  const deliveryId = version['deliveryId'];
  expect(await dailies('open', { version: deliveryId })).toMatchObject({
    editor: 'KDENLIVE',
    way: 'started',
  });
});

async function voiceId(): Promise<string> {
  const { ttsVoices } = await dailies('voices', { limit: '200' });
  const voices = ttsVoices as { voiceId: string; languageCode: string }[];
  return voices.find(({ languageCode }) => languageCode === 'en-US')?.voiceId ?? '';
}

const still = 'tool-picture.png';
const clip = 'tool-clip.mp4';

test('every tool makes its files, from files of this computer too', async () => {
  const save = async (input: Record<string, unknown>, name: string): Promise<string> => {
    const made = await dailies(name, { ...input, out: 'made' });
    expect(made).toMatchObject({ state: 'succeeded', record: { status: 'succeeded' } });
    return (made['saved'] as string[])[0] ?? '';
  };
  const picture = await save({ prompt: 'A red boat' }, 'tool image');
  const movie = await save({ prompt: 'Waves', durationSeconds: 1 }, 'tool video-clip');
  const speech = await save({ ttsText: 'Hello.', voiceId: await voiceId() }, 'tool text-to-speech');
  const { entities } = await dailies('cast list', { entityType: 'ACTOR' });
  const [{ entityId }] = entities as [{ entityId: string }];
  await save({ prompt: 'A title', durationSeconds: 1 }, 'tool motion-graphic');
  await save({ prompt: 'Rain', durationSeconds: 1 }, 'tool sound-effect');
  await save({ prompt: 'Calm' }, 'tool music');
  await save({ actorEntityId: entityId, audioFileId: speech }, 'tool avatar');
  for (const name of ['vectorize-image', 'remove-image-background', 'upscale-image', 'image-3d-effect'])
    await save({ imageFileId: picture }, `tool ${name}`);
  for (const name of ['remove-video-background', 'upscale-video'])
    await save({ videoFileId: movie }, `tool ${name}`);
  expect(toolOperations.map((operation) => done.has(`tool ${wordOfTool(operation)}`))).not.toContain(false);
  const { toolExecutions } = await dailies('tool list');
  const [{ toolExecutionId }] = toolExecutions as [{ toolExecutionId: string }];
  expect(await dailies('tool show', { toolExecutionId })).toMatchObject({ status: 'succeeded' });
  writeFileSync(join(folder, still), readFileSync(picture));
  writeFileSync(join(folder, clip), readFileSync(movie));
});

test('the library and the cast are kept in order', async () => {
  const { files } = await dailies('library upload', { files: [still], again: true });
  const [{ fileId }] = files as [{ fileId: string }];
  expect(await dailies('library show', { fileId })).toMatchObject({ fileId });
  expect(await dailies('library save', { fileId, out: 'saved' })).toMatchObject({
    path: join(folder, 'saved', still),
  });
  expect(await dailies('library search', { query: 'boat' })).toMatchObject({ results: expect.any(Array) });
  await dailies('library preview on', { fileId });
  await dailies('library preview off', { fileId });
  const { entityId } = await dailies('cast create', { entityType: 'PRODUCT', name: 'Kettle' });
  const withPicture = await dailies('cast add-reference', { entityId, fileId: still });
  const [reference] = withPicture['references'] as [{ fileId: string }];
  expect(await dailies('cast edit', { entityId, name: 'Teapot' })).toMatchObject({ name: 'Teapot' });
  await dailies('cast remove-reference', { entityId, fileId: reference.fileId });
  expect(await dailies('cast show', { entityId })).toMatchObject({ name: 'Teapot', references: [] });
  expect(await dailies('cast archive', { entityId })).toMatchObject({ archived: true });
  await dailies('library archive', { fileId });
  const listed = (await dailies('library list', { limit: '200' }))['files'] as { fileId: string }[];
  expect(listed.some((file) => file.fileId === fileId)).toBe(false);
});

interface Answer {
  readonly actions: { readonly actionId: string }[];
  readonly workflowSuggestions: { readonly actionId: string }[];
}

test('the assistant answers, and its suggestion is acted on', async () => {
  const started = await dailies('assistant start', { message: 'A short film about rain' });
  const { record } = started as { record: Answer & { messageId: string } };
  const { projects } = await dailies('projects list');
  const [{ assistantId }] = projects as [{ assistantId: string }];
  expect(await dailies('assistant show', { assistantId })).toMatchObject({ assistantId });
  expect(await dailies('assistant message', { messageId: record.messageId })).toMatchObject({
    role: 'assistant',
  });
  const sent = await dailies('assistant send', { assistantId, message: 'Make it shorter' });
  const answers = [record, (sent as { record: Answer }).record];
  const [action] = answers.flatMap(({ actions, workflowSuggestions }) => [
    ...actions,
    ...workflowSuggestions,
  ]);
  const act = { assistantId, actionId: action?.actionId ?? '', decision: 'REJECT' };
  expect(await dailies('assistant act', act)).toMatchObject({ state: 'succeeded' });
});

test('movies are rendered and saved, and everything can be listed', async () => {
  const movie = await dailies('export', { project, quality: 'STANDARD', out: 'movies' });
  expect(movie).toMatchObject({ state: 'succeeded', path: join(folder, 'movies', 'Harbour.mp4') });
  const { exportId } = movie;
  expect(await dailies('export list', { projectId: project })).toMatchObject({ exports: expect.any(Array) });
  expect(await dailies('export show', { projectId: project, exportId })).toMatchObject({ exportId });
  expect(await dailies('remix list', { projectId: project })).toMatchObject({
    remixActions: expect.any(Array),
  });
  const { workflowRuns } = await dailies('runs list');
  const [{ workflowRunId }] = workflowRuns as [{ workflowRunId: string }];
  expect(await dailies('runs show', { workflowRunId })).toMatchObject({ workflowRunId });
  expect(await dailies('projects show', { projectId: project })).toMatchObject({ title: 'Harbour' });
  expect(await dailies('text', { prompt: 'Say hello' })).toMatchObject({ text: expect.any(String) });
  expect(await dailies('languages')).toMatchObject({ languages: expect.any(Array) });
  expect(await dailies('account')).toMatchObject({ email: 'user@localhost' });
  const events = ['workflow_run.succeeded'];
  const hook = await dailies('webhooks create', { url: 'https://example.com/hook', events });
  expect(await dailies('webhooks list')).toMatchObject({ endpoints: [{ endpointId: hook['endpointId'] }] });
  expect(await dailies('webhooks delete', { endpointId: hook['endpointId'] })).toEqual({});
  const { connections } = await dailies('connections list');
  expect(connections).toMatchObject([{ connectionId: 'local', state: 'ready' }]);
  expect(await dailies('connections use', { id: 'local' })).toMatchObject({ isActive: true });
  expect(await dailies('connections limits', { id: 'local' })).toMatchObject({ limits: expect.any(Array) });
});

test('every workflow starts, is followed and can be retried', async () => {
  const start = async (name: string, input: Record<string, unknown>): Promise<string> => {
    const { generations } = await dailies(name, { ...input, wait: false });
    return (generations as { generationId: string }[])[0]?.generationId ?? '';
  };
  const { saved } = await dailies('tool text-to-speech', {
    ttsText: 'Rain.',
    voiceId: await voiceId(),
    out: 'said',
  });
  const ids = [
    await start('generate outline', { sources: ['# Rain\n\n- where it comes from\n'] }),
    await start('generate storyboard', { sources: ['Rain on a roof\n\nA dry street'] }),
    await start('generate slideshow', { sources: ['deck.pptx'] }),
    await start('generate voiceover', { sources: saved }),
  ];
  for (const id of ids) await untilRunning(id);
  await dailies('jobs cancel', { ids });
  await expect.poll(() => dailies('jobs list', { status: 'open' })).toMatchObject({ jobs: [] });
  const clipId = await start('generate clip', { sources: ['Waves at night'], durationSeconds: 1 });
  expect(await dailies('jobs wait', { ids: [clipId] })).toMatchObject({ jobs: [{ state: 'succeeded' }] });
  const retried = await dailies('jobs retry', { id: ids[1] });
  const { id } = retried as { id: string };
  expect(await dailies('jobs show', { id })).toMatchObject({ id, kind: 'generation' });
  await dailies('jobs cancel', { ids: [id] });
});

/** Waits until the service has a job. */
async function untilRunning(id: string): Promise<void> {
  const state = async (): Promise<unknown> =>
    ((await dailies('jobs show', { id }))['record'] as { state: string }).state;
  await expect.poll(state, { timeout: 60_000 }).toBe('running');
}

test('a tool and a movie that run are cancelled at the service', async () => {
  const tool = await dailies('tool music', { prompt: 'A waltz', numResults: 20, wait: false });
  await untilRunning(String(tool['jobId']));
  const movie = await dailies('export', { project, wait: false });
  await untilRunning(String(movie['jobId']));
  await dailies('jobs cancel', { ids: [tool['jobId'], movie['jobId']] });
  await expect.poll(() => dailies('jobs list', { status: 'open' })).toMatchObject({ jobs: [] });
});

test('this file has run every command', () => {
  expect(commands.map(({ name }) => name).filter((name) => !done.has(name))).toEqual([]);
});

test('the script of the documentation goes from a folder of scripts to opened editors', async () => {
  const page = readFileSync(join(root, 'docs', 'cli.md'), 'utf8');
  const script = /```sh\n(#!\/bin\/sh\n[\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(10);
  const home = join(folder, 'home');
  const programs = join(home, 'programs');
  for (const path of [programs, join(home, 'scripts')]) mkdirSync(path, { recursive: true });
  for (const name of ['rain', 'snow'])
    writeFileSync(join(home, 'scripts', `${name}.txt`), `A word about ${name}.`);
  writeFileSync(join(programs, 'kdenlive'), `#!/bin/sh\necho "$1" >> "${join(home, 'opened')}"\n`);
  writeFileSync(
    join(programs, 'dailies'),
    `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'src-main/hosts/commands/dailies.ts')}" "$@"\n`,
  );
  for (const name of ['kdenlive', 'dailies']) chmodSync(join(programs, name), 0o755);
  writeFileSync(join(home, 'script.sh'), script);
  await promisify(execFile)('sh', ['script.sh'], {
    cwd: home,
    env: {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      PATH: `${programs}:${process.env['PATH'] ?? ''}`,
      DAILIES_USER_DATA: join(home, 'data'),
    },
  });
  const opened = readFileSync(join(home, 'opened'), 'utf8').trim().split('\n');
  expect(opened.map((path) => path.split('/').at(-1)).sort()).toEqual([
    'rain_v001.kdenlive',
    'snow_v001.kdenlive',
  ]);
});
