import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { ServiceStandIn } from '../../../../fakes/services/service-stand-in.ts';
import { until } from '../../../../fakes/turned-clock.ts';

const command = fileURLToPath(new URL('../../../../../src-main/hosts/commands/dailies.ts', import.meta.url));

async function create() {
  const service = await ServiceStandIn.start();
  service.readsPerRun = 0;
  const folder = await makeFolder('command');
  const script = join(folder, 'script.md');
  await writeFile(script, '# Harbour lights\n\nThe harbour wakes.');
  const out = join(folder, 'deep', 'out');
  const run = (more: string[] = [], nodeOptions: string[] = [], environment: Record<string, string> = {}) => {
    const address = ['--base-url', service.url, '--api-key', service.apiKey];
    const argv = ['--script', script, '--out', out, '--json', ...address, ...more];
    return start(argv, { TMPDIR: folder, ...environment }, nodeOptions);
  };
  return { service, folder, out, script, run };
}

function start(argv: string[], environment: Record<string, string> = {}, nodeOptions: string[] = []) {
  const child = spawn(process.execPath, [...nodeOptions, command, 'roundtrip', ...argv], {
    env: { ...process.env, ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]).then(([stdout, stderr, code]) => {
    const lastLine = stdout.trim().split('\n').at(-1) ?? '';
    return { stdout, stderr, code, json: lastLine.startsWith('{') ? (JSON.parse(lastLine) as never) : null };
  });
  return { child, ended };
}

function rowsOf(
  documents: readonly { editor: string | null; path: string; format: string }[],
  version: string,
): string[] {
  return documents
    .map(({ editor, path, format }) => {
      return `${editor ?? 'null'} ${format} ${path.replace(join(version, 'Harbour lights_v001'), '')}`;
    })
    .toSorted();
}

/** Returns the data that the command has left; it must leave none. */
async function leftovers(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith('dailies-'));
}

describe('the round trip as a command', { timeout: 60_000 }, () => {
  test('puts a verified folder in place and tells all about it', async () => {
    const { folder, out, run } = await create();
    const { code, json, stderr } = await run(['--aspect', '9:16']).ended;
    expect(stderr).toContain('delivery: done');
    expect(code).toBe(0);
    const version = join(out, 'Harbour lights', 'Harbour lights_v001');
    expect(json).toMatchObject({
      title: 'Harbour lights',
      durationSeconds: 6,
      aspectRatio: '9:16',
      folder: version,
      document: join(version, 'Harbour lights_v001.fcpxml'),
      referenceMovie: join(version, 'Harbour lights_v001_reference.mp4'),
    });
    const { media, documents, elapsedSeconds } = json as unknown as {
      media: { path: string; sizeBytes: number; sha256: string }[];
      documents: { editor: string | null; path: string; format: string }[];
      elapsedSeconds: Record<string, number>;
    };
    expect(rowsOf(documents, version)).toEqual([
      'final-cut FCPXML .fcpxml',
      'kdenlive KDENLIVE .kdenlive',
      'null SRT .srt',
      'resolve FCPXML .resolve.fcpxml',
      'shotcut SHOTCUT .mlt',
    ]);
    expect(media).toHaveLength(6);
    for (const { path, sizeBytes, sha256 } of media) {
      const bytes = await readFile(path);
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([sizeBytes, sha256]);
    }
    for (const name of ['generate', 'interchange', 'download', 'unpack']) {
      expect(elapsedSeconds[name]).toBeGreaterThan(0);
    }
    expect(await leftovers(folder)).toEqual([]);
  });

  test('writes a document for each named editor, and starts the first that is here and opens it', async () => {
    const { folder, out, run } = await create();
    const started = join(folder, 'started.txt');
    const programs = join(folder, 'programs');
    await mkdir(programs);
    await writeFile(
      join(programs, 'shotcut'),
      `#!/bin/sh\nprintf %s "$1" > "${started}.part" && mv "${started}.part" "${started}"\n`,
    );
    await chmod(join(programs, 'shotcut'), 0o755);
    const editors = ['premiere', 'kdenlive', 'shotcut'].flatMap((name) => ['--editor', name]);
    const { code, json } = await run([...editors, '--open'], [], {
      PATH: `${programs}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
    }).ended;
    const version = join(out, 'Harbour lights', 'Harbour lights_v001');
    const project = join(version, 'Harbour lights_v001.mlt');
    expect(code).toBe(0);
    expect(json).toMatchObject({
      document: join(version, 'Harbour lights_v001.xml'),
      opened: { editor: 'shotcut', path: project },
    });
    const { documents } = json as unknown as { documents: Parameters<typeof rowsOf>[0] };
    expect(rowsOf(documents, version)).toEqual([
      'kdenlive KDENLIVE .kdenlive',
      'null SRT .srt',
      'null VTT .vtt',
      'openshot PREMIERE_XML .xml',
      'premiere PREMIERE_XML .xml',
      'resolve PREMIERE_XML .xml',
      'shotcut SHOTCUT .mlt',
    ]);
    await until(async () => (await readFile(started, 'utf8').catch(() => '')) === project);
  });

  test.each([
    {
      rate: '25',
      startFrame: 90_000,
      fcpxml: ['frameDuration="100/2500s"', 'tcFormat="NDF"'],
      xmeml: [
        '<timebase>25</timebase>',
        '<string>01:00:00:00</string>',
        '<displayformat>NDF</displayformat>',
      ],
      kdenlive: ['frame_rate_num="25" frame_rate_den="1"'],
      edl: ['FCM: NON-DROP FRAME', '01:00:00:00 01:00:02:00'],
    },
    {
      rate: '29.97DF',
      startFrame: 107_892,
      fcpxml: ['frameDuration="1001/30000s"', 'tcFormat="DF"'],
      xmeml: ['<timebase>30</timebase>', '<string>01;00;00;00</string>', '<displayformat>DF</displayformat>'],
      kdenlive: ['frame_rate_num="30000" frame_rate_den="1001"'],
      edl: ['FCM: DROP FRAME', '01:00:00;00 01:00:02;00'],
    },
  ])('gives every document the rate $rate and the first timecode', async (wanted) => {
    const { run } = await create();
    const editors = ['final-cut', 'premiere', 'kdenlive', 'avid'];
    const named = editors.flatMap((name) => ['--editor', name]);
    const { code, json } = await run([...named, '--rate', wanted.rate, '--start', '01:00:00:00']).ended;
    expect(code).toBe(0);
    const { documents } = json as unknown as { documents: Parameters<typeof rowsOf>[0] };
    const paths = editors.map((name) => documents.find(({ editor }) => editor === name)?.path ?? '');
    const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
    for (const [index, parts] of [wanted.fcpxml, wanted.xmeml, wanted.kdenlive, wanted.edl].entries()) {
      for (const part of parts) expect(texts[index]).toContain(part);
    }
    const [fcpxml = '', xmeml] = texts;
    expect(xmeml).toContain(`<frame>${String(wanted.startFrame)}</frame>`);
    const [, units, scale] = /<sequence [^>]*tcStart="(\d+)\/(\d+)s"/.exec(fcpxml) ?? [];
    const [, frameUnits, frameScale] = /frameDuration="(\d+)\/(\d+)s"/.exec(fcpxml) ?? [];
    expect((Number(units) * Number(frameScale)) / (Number(scale) * Number(frameUnits))).toBe(
      wanted.startFrame,
    );
  });

  test('counts versions up over runs', async () => {
    const { out, run } = await create();
    await run().ended;
    expect((await run(['--format', 'otio']).ended).json).toMatchObject({
      document: join(out, 'Harbour lights', 'Harbour lights_v002', 'Harbour lights_v002.otio'),
    });
  });

  test('tells a failure as JSON and by its exit code, and leaves nothing', async () => {
    const { service, folder, out, run } = await create();
    service.runError = { message: 'It cannot be spoken.', code: 'content_policy' };
    const { code, json, stderr } = await run().ended;
    expect(code).toBe(1);
    expect(json).toMatchObject({ error: { code: 'generation_failed', message: 'It cannot be spoken.' } });
    expect(stderr).toContain('It cannot be spoken.');
    expect(await readdir(out)).toEqual([]);
    expect(await leftovers(folder)).toEqual([]);
  });

  test('gives up at once on a refused key', async () => {
    const { service, run } = await create();
    const { code, json } = await run(['--api-key', 'wrong']).ended;
    expect([code, json]).toMatchObject([1, { error: { code: 'unauthorized' } }]);
    expect(service.starts).toHaveLength(0);
  });

  test('an interrupt calls the draft off at the service and leaves nothing', async () => {
    const { service, folder, out, run } = await create();
    service.readsPerRun = 1_000_000;
    const { child, ended } = run();
    await until(() => service.countOf('GET', /runs\/vg_work/) > 0);
    child.kill('SIGINT');
    const { code, json } = await ended;
    expect([code, json]).toMatchObject([130, { error: { code: 'cancelled' } }]);
    expect(service.cancelled).toHaveLength(1);
    expect(await readdir(out)).toEqual([]);
    expect(await leftovers(folder)).toEqual([]);
  });

  test('an interrupt in the middle of a download leaves nothing in the folder', async () => {
    const { service, out, run } = await create();
    service.intercept = ({ url }, response) => {
      if (!url.startsWith('/storage/')) return false;
      response.write('a first part');
      return true;
    };
    const { child, ended } = run();
    await until(() => service.countOf('GET', /storage/) > 0);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(130);
    expect(await readdir(out)).toEqual([]);
  });

  test('goes on to the end when nobody reads along any more', async () => {
    const { service, folder, out, run } = await create();
    const answer = Promise.withResolvers<null>();
    service.intercept = ({ url }, response) => {
      if (!/runs\/vg_work/.test(url) || child.stderr.destroyed) return false;
      child.stderr.destroy();
      child.stdout.destroy();
      child.stderr.once('close', () => {
        answer.resolve(null);
        response.destroy();
      });
      return true;
    };
    const { child, ended } = run();
    ended.catch(() => undefined);
    const code = await new Promise((resolve) => child.once('exit', resolve));
    await answer.promise;
    expect(code).toBe(0);
    expect(await readdir(out)).toEqual(['Harbour lights']);
    expect(await readdir(join(out, 'Harbour lights'))).toEqual(['Harbour lights_v001']);
    expect(await leftovers(folder)).toEqual([]);
  });

  test.each([
    ['an interrupt while the app is still loading is reported like any other', []],
    ['an interrupt ends the wait for a key on standard input', ['--api-key', '-']],
  ])('%s', async (_name, words) => {
    const { service, folder, run } = await create();
    const interrupting = `
      import { registerHooks } from 'node:module';
      registerHooks({ load(url, context, next) {
        if (url.endsWith('/src-main/app/compose.ts')) process.kill(process.pid, 'SIGINT');
        return next(url, context);
      } });`;
    const preload = `data:text/javascript,${encodeURIComponent(interrupting)}`;
    const { code, json } = await run(words, ['--import', preload]).ended;
    expect([code, json]).toMatchObject([130, { error: { code: 'cancelled' } }]);
    expect(service.starts).toHaveLength(0);
    expect(await leftovers(folder)).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')(
    'a signal that ends the shell npm runs it in ends it too',
    async () => {
      const { service, folder, out, script } = await create();
      service.readsPerRun = 1_000_000;
      const address = ['--base-url', service.url, '--api-key', service.apiKey];
      const argv = ['--script', script, '--out', out, '--json', ...address];
      const shell = spawn('sh', ['-c', '"$@"; true', 'sh', process.execPath, command, 'roundtrip', ...argv], {
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, TMPDIR: folder, npm_lifecycle_event: 'roundtrip' },
      });
      const reported = text(shell.stdout);
      await until(() => service.countOf('GET', /runs\/vg_work/) > 0);
      shell.kill('SIGTERM');
      expect(JSON.parse(await reported)).toMatchObject({ error: { code: 'cancelled' } });
      expect(service.cancelled).toHaveLength(1);
      await until(async () => (await leftovers(folder)).length === 0);
      expect(await readdir(out)).toEqual([]);
    },
  );

  test('leaves no data behind when the address of the service is none', async () => {
    const { folder, run } = await create();
    const { code, json } = await run(['--base-url', 'ftp://videogen.example']).ended;
    expect([code, json]).toMatchObject([2, { error: { code: 'service_address_invalid' } }]);
    expect(await leftovers(folder)).toEqual([]);
  });

  test('says of a file given as the delivery folder that it is none', async () => {
    const { folder, run } = await create();
    const { code, json } = await run(['--out', join(folder, 'script.md')]).ended;
    expect([code, json]).toMatchObject([1, { error: { code: 'delivery_folder_missing' } }]);
  });

  test('delivers into exactly the folder it is given, spaces at its end too', async () => {
    const { folder, run } = await create();
    const out = join(folder, 'out ');
    const { json } = await run(['--out', out]).ended;
    expect(json).toMatchObject({ folder: join(out, 'Harbour lights', 'Harbour lights_v001') });
  });

  test('says which folder for its own data cannot be used', async () => {
    const { folder, run } = await create();
    const missing = join(folder, 'missing');
    const noTemporary = await run([], [], { TMPDIR: missing }).ended;
    expect(noTemporary.json).toMatchObject({
      error: { code: 'state_unreadable', details: { path: missing } },
    });
    const file = join(folder, 'script.md');
    const noFolder = await run([], [], { DAILIES_USER_DATA: file }).ended;
    expect(noFolder.json).toMatchObject({ error: { code: 'state_unreadable', details: { path: file } } });
  });

  test('keeps its data in the folder it is given', async () => {
    const { folder, run } = await create();
    const userData = join(folder, 'kept');
    process.env['DAILIES_USER_DATA'] = userData;
    onTestFinished(() => delete process.env['DAILIES_USER_DATA'] as never);
    await run().ended;
    expect((await stat(join(userData, 'state.sqlite'))).isFile()).toBe(true);
  });

  test('work of a killed command goes only to its own service, with its own key', async () => {
    const { service, folder, run } = await create();
    const other = await ServiceStandIn.start();
    other.readsPerRun = 0;
    const environment = { DAILIES_USER_DATA: join(folder, 'kept') };
    const script = join(folder, 'other.md');
    await writeFile(script, 'The gulls are up first.');
    let isAway = true;
    service.intercept = (_request, response) => {
      if (isAway) response.destroy();
      return isAway;
    };
    const killed = run([], [], environment);
    let told = '';
    killed.child.stderr.on('data', (piece: Buffer) => (told += piece.toString()));
    await until(() => told.includes('draft: queued'));
    killed.child.kill('SIGKILL');
    await killed.ended;

    isAway = false;
    const scriptsOf = ({ starts }: ServiceStandIn): unknown[] => starts.map((start) => start['script']);
    const elsewhere = ['--script', script, '--base-url', other.url, '--api-key', other.apiKey];
    expect((await run(elsewhere, [], environment).ended).code).toBe(0);
    expect(scriptsOf(other)).toEqual(['The gulls are up first.']);
    const before = service.apiKey;
    service.apiKey = 'key-of-another-team';
    expect((await run(['--script', script], [], environment).ended).code).toBe(0);
    expect(scriptsOf(service)).toEqual(['The gulls are up first.']);
    service.apiKey = before;
    expect((await run([], [], environment).ended).code).toBe(0);
    expect(scriptsOf(service).slice(1).map(String)).toEqual([
      expect.stringContaining('The harbour wakes.'),
      expect.stringContaining('The harbour wakes.'),
    ]);
  });

  test('says what is wrong with its options, and helps when asked', async () => {
    const wrong = await start(['--json', '--script', 'x']).ended;
    expect([wrong.code, wrong.json]).toMatchObject([2, { error: { code: 'invalid_input' } }]);
    expect(wrong.stderr).toMatch(/\n--help lists the options\.\n$/);
    const help = await start(['--help']).ended;
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('--script FILE')]);
  });
});
