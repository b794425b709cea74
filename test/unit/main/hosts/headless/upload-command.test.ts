import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cancelledByUser } from '../../../../../src-main/foundation/wait.ts';
import { runUploads } from '../../../../../src-main/hosts/headless/run-uploads.ts';
import { createSystemClock } from '../../../../../src-main/hosts/node/system-clock.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { ServiceStandIn } from '../../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../../fakes/test-platform.ts';
import { createHastyClock, until } from '../../../../fakes/turned-clock.ts';

const command = fileURLToPath(new URL('../../../../../src-main/hosts/commands/dailies.ts', import.meta.url));

async function create() {
  const service = await ServiceStandIn.start();
  const folder = await makeFolder('upload-command');
  const write = async (name: string, content: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const run = (words: string[], environment: Record<string, string> = {}, input: string | null = null) => {
    const address = ['--base-url', service.url, '--api-key', input === null ? service.apiKey : '-'];
    const child = spawn(process.execPath, [command, 'upload', ...words, ...address], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: folder, ...environment },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    // The input stays open, like that of a terminal.
    child.stdin.write(input ?? '');
    const ended = Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once('close', resolve)),
    ]).then(([stdout, stderr, code]) => ({ stdout, stderr, code }));
    return { child, ended };
  };
  return { service, folder, write, run };
}

describe('uploads as a command', { timeout: 90_000 }, () => {
  test('say in words why a path cannot be sent, and refuse an empty one', async () => {
    const { folder, run } = await create();
    await mkdir(join(folder, 'rushes'));
    const { stderr, code } = await run([join(folder, 'gone.mov'), join(folder, 'rushes')]).ended;
    expect(code).toBe(1);
    expect(stderr.split('\n')).toEqual(
      expect.arrayContaining([
        'gone.mov: not sent: gone.mov cannot be read: there is no such file. Check its path.',
        'rushes: not sent: rushes cannot be read: it is not a file.',
      ]),
    );
    const empty = await run(['']).ended;
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('A path is empty.')]);
  });

  test('tell the id of each file in their order, and leave nothing behind', async () => {
    const { service, folder, write, run } = await create();
    const a = await write('a.txt', 'A text.');
    const b = await write('b.pdf', '%PDF-1.7 slides');
    const { stdout, stderr, code } = await run([a, b]).ended;
    expect(stderr).toContain('b.pdf: done');
    expect(code).toBe(0);
    const sent = stdout.trim().split('\n');
    expect(sent.map((fileId) => service.uploads.get(fileId)?.toString())).toEqual([
      'A text.',
      '%PDF-1.7 slides',
    ]);
    expect((await readdir(folder)).sort()).toEqual(['a.txt', 'b.pdf']);
  });

  test('send a file that is named twice once, and tell its id each time', async () => {
    const { service, folder, write, run } = await create();
    const a = await write('a.txt', 'A text.');
    const b = await write('b.txt', 'Another text.');
    const { stdout, stderr, code } = await run([a, b, `${folder}/./a.txt`]).ended;
    expect(code).toBe(0);
    const [first, second, ...repeated] = stdout.trimEnd().split('\n');
    expect(service.uploads.get(second ?? '')?.toString()).toBe('Another text.');
    expect(repeated).toEqual([first]);
    expect(stderr.match(/a\.txt: done/g)).toHaveLength(1);
    expect(service.uploads.size).toBe(2);
  });

  test('read the key from standard input, and warn of one on the command line', async () => {
    const { service, write, run } = await create();
    const file = await write('a.txt', 'A text.');
    const quiet = await run([file], {}, `${service.apiKey}\n`).ended;
    expect([quiet.code, service.uploads.size]).toEqual([0, 1]);
    expect(quiet.stderr).not.toContain('--api-key');
    const { code, stderr } = await run([file]).ended;
    expect(code).toBe(0);
    expect(stderr).toMatch(/other users.*--api-key -.*VIDEOGEN_API_KEY/i);
  });

  test('tell a program what was sent and what was not', async () => {
    const { write, run } = await create();
    const good = await write('good.txt', 'A text.');
    const empty = await write('empty.txt', '');
    const { stdout, stderr, code } = await run([good, empty, '/nowhere/x.mp4', '--json']).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('empty.txt: not sent');
    expect(JSON.parse(stdout)).toMatchObject({
      files: [
        {
          path: good,
          sizeBytes: 7,
          sha256: createHash('sha256').update('A text.').digest('hex'),
          error: null,
        },
        { path: empty, fileId: null, error: { code: 'file_unreadable', details: { reason: 'empty' } } },
        { path: '/nowhere/x.mp4', fileId: null, error: { code: 'file_unreadable' } },
      ],
    });
  });

  test('name the file that is there, or send it again when that is asked for', async () => {
    const { service, folder, write, run } = await create();
    const userData = join(folder, 'data');
    await mkdir(userData);
    const path = await write('a.txt', 'A text.');
    const environment = { DAILIES_USER_DATA: userData };
    const first = await run([path], environment).ended;
    const second = await run([path], environment).ended;
    expect(second.stderr).toContain('the service has the same content as');
    expect([second.code, second.stdout]).toEqual([0, first.stdout]);
    const third = await run([path, '--again'], environment).ended;
    expect([third.code, third.stdout === first.stdout]).toEqual([0, false]);
    expect(service.uploads.size).toBe(2);
  });

  test('are cancelled by an interrupt', async () => {
    const { service, folder, write, run } = await create();
    service.intercept = ({ method }) => (method === 'PUT' ? new Promise(() => undefined) : false);
    const { child, ended } = run([await write('a.txt', 'A text.')]);
    await until(() => service.countOf('PUT', /./) === 1);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(await readdir(folder)).toEqual(['a.txt']);
  });

  test('are all called off by an interrupt that comes before the first is sent', async () => {
    const { service, write } = await create();
    const paths = await Promise.all(['a.txt', 'b.txt'].map((name) => write(name, `The text of ${name}.`)));
    const stopper = new AbortController();
    const { app } = await startApp(service);
    stopper.abort(cancelledByUser);
    // The app's own clock is too fast: it would not wait for the cancelled uploads.
    const deps = { app, clock: createSystemClock(), signal: stopper.signal, tell: () => undefined };
    await expect(runUploads({ ...deps, options: { paths, isAgain: false } })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(app.services.transfers.totals()).toMatchObject({ openCount: 0 });
  });

  test('are all called off by an interrupt while a drive holds a later file', async () => {
    const { service, write } = await create();
    service.intercept = ({ method }) => (method === 'PUT' ? new Promise(() => undefined) : false);
    const good = await write('a.txt', 'A text.');
    const held = await write('held.txt', 'Another text.');
    const { app } = await startApp(service);
    const asked: string[] = [];
    const fileGrants = {
      ...app.fileGrants,
      grantPath: (path: string) => {
        asked.push(path);
        return path === held ? new Promise<never>(() => undefined) : app.fileGrants.grantPath(path);
      },
    };
    const stopper = new AbortController();
    const sent = runUploads({
      app: { ...app, fileGrants },
      clock: createHastyClock(),
      options: { paths: [good, held, await write('c.txt', 'A third text.')], isAgain: false },
      signal: stopper.signal,
      tell: () => undefined,
    });
    sent.catch(() => undefined);
    await until(() => asked.includes(held) && service.countOf('PUT', /./) === 1);
    stopper.abort(cancelledByUser);
    await expect(sent).rejects.toBe(cancelledByUser);
    await until(() => app.services.transfers.totals().openCount === 0);
    expect(asked).toEqual([good, held]);
  });

  test('are called off by an interrupt also where a file is read only after it', async () => {
    const { service, write } = await create();
    const path = await write('a.txt', 'A text.');
    const { app } = await startApp(service);
    const answer = Promise.withResolvers<undefined>();
    const stopper = new AbortController();
    const fileGrants = {
      ...app.fileGrants,
      grantPath: (granted: string) => {
        stopper.abort(cancelledByUser);
        return answer.promise.then(() => app.fileGrants.grantPath(granted));
      },
    };
    const sent = runUploads({
      app: { ...app, fileGrants },
      clock: createSystemClock(),
      options: { paths: [path], isAgain: false },
      signal: stopper.signal,
      tell: () => undefined,
    });
    answer.resolve(undefined);
    await expect(sent).rejects.toBe(cancelledByUser);
    await until(() => app.services.transfers.totals().openCount === 0);
    expect(service.uploads.size).toBe(0);
  });

  test('need a file, and a key the service takes', async () => {
    const { service, write, run } = await create();
    expect((await run([]).ended).code).toBe(2);
    service.intercept = (_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end('{"message":"No.","code":"invalid_api_key"}');
      return true;
    };
    const { code, stdout } = await run([await write('a.txt', 'A text.'), '--json']).ended;
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: expect.stringMatching(/unauthorized|signed_out/) },
    });
  });
});
