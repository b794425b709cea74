import { execFile, spawn } from 'node:child_process';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runReturns } from '../../../../../src-main/hosts/headless/run-returns.ts';
import { writeKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import { placeVersion, shorterEnd, withoutSecondScene } from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { makePipe } from '../../../../fakes/odd-files.ts';

/** The test runs separate processes on a possibly busy computer. */
vi.setConfig({ testTimeout: 60_000 });
const command = fileURLToPath(new URL('../../../../../src-main/hosts/commands/dailies.ts', import.meta.url));

/** Returns the exit code and both outputs of `roundtrip returns`. */
async function run(...argv: string[]) {
  const words = [command, 'roundtrip', 'returns', ...argv];
  const answer = await promisify(execFile)(process.execPath, words).then(
    (outputs) => ({ ...outputs, code: 0 }),
    (error: unknown) => error as { stdout: string; stderr: string; code: number },
  );
  return { ...answer, lastLine: answer.stdout.trimEnd().split('\n').at(-1) ?? '' };
}

/** Saves a file as if an editor had done so a while ago. */
async function save(path: string, content: string): Promise<string> {
  await writeFile(path, content);
  await utimes(path, 1_760_000_000, 1_760_000_000);
  return path;
}

test('the command lists every edit of every return below a folder, and changes nothing', async () => {
  const root = await makeFolder('returns-command');
  const third = await placeVersion(root);
  const fourth = await placeVersion(root, { version: 4, deliveryId: 'delivery-2' });
  const name = 'Harbour lights_v003.kdenlive';
  const over = await save(
    join(third.folder, name),
    writeKdenlive(withoutSecondScene, { fileName: name }).text,
  );
  const beside = await save(join(fourth.folder, 'Returns', 'cut.xml'), writeXmeml(shorterEnd));
  const torn = await save(join(fourth.folder, 'Returns', 'torn.fcpxml'), '<fcpxml');
  const edited = (version: string, fields: object) => {
    return {
      projectId: 'project-1',
      version,
      state: 'described',
      error: null,
      sequences: [],
      readSequence: null,
      ...fields,
    };
  };
  const wanted = [
    edited('Harbour lights_v003', {
      path: over,
      editor: 'kdenlive',
      edits: [
        {
          kind: 'removed',
          scene: 2,
          before: { startFrame: 60, endFrame: 120 },
          after: null,
          sentence: 'Scene 2 removed',
        },
      ],
    }),
    edited('Harbour lights_v004', {
      path: beside,
      editor: 'premiere',
      edits: [
        {
          kind: 'trimmed',
          scene: 3,
          before: { startFrame: 120, endFrame: 180 },
          after: { startFrame: 120, endFrame: 165 },
          sentence: 'Scene 3 shortened by 0.5 s at its end',
        },
        {
          kind: 'format-loss',
          scene: null,
          before: null,
          after: null,
          sentence: 'Not carried by the format: captions',
        },
      ],
    }),
    edited('Harbour lights_v004', {
      path: torn,
      editor: 'final-cut',
      state: 'failed',
      edits: [],
      error: expect.objectContaining({ code: 'document_unreadable' }) as unknown,
    }),
  ];
  const { code, lastLine } = await run(root, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(lastLine)).toEqual({ returns: wanted });
  const one = await run(third.folder);
  expect(one.stdout).toBe(`${over} (kdenlive, described)\n  Scene 2 removed\n`);
});

test('the command says what is wrong with its folder', async () => {
  const empty = await makeFolder('returns-command');
  await mkdir(join(empty, 'a project'));
  const { signal } = new AbortController();
  await expect(runReturns([empty], signal)).rejects.toMatchObject({ code: 'not_found' });
  const gone = runReturns([join(empty, 'gone'), '--json'], signal);
  await expect(gone).rejects.toMatchObject({ code: 'delivery_folder_missing' });
  expect(() => runReturns([empty, empty], signal)).toThrow('one folder');
  const version = await placeVersion(empty);
  expect(await runReturns([version.folder], signal)).toEqual([]);
  const { code, lastLine } = await run('--json');
  expect([code, JSON.parse(lastLine)]).toMatchObject([2, { error: { code: 'invalid_input' } }]);
});

test('the command says in words what a path that cannot be its folder is, and what to do', async () => {
  const folder = await makeFolder('returns-command');
  const gone = join(folder, 'gone');
  const file = await save(join(folder, 'cut.xml'), '<xmeml');
  const wanted = [
    [gone, `${gone} cannot be used: there is no such folder. Check its path, or connect its drive.`, 1],
    [file, `${file} cannot be used: it is a file, or in one. Name a folder.`, 1],
    [
      folder,
      `${folder} has no version in it. Name a delivery folder, the folder of a project or a version.`,
      1,
    ],
    ['', 'A path is empty.', 2],
  ] as const;
  for (const [path, message, code] of wanted) {
    const answer = await run(path);
    expect(answer.code).toBe(code);
    expect(answer.stderr.split('\n')[0]?.replace(/^[a-z_]+: /, '')).toBe(message);
  }
});

test.skipIf(process.platform === 'win32')('Ends by itself with a pipe among the returns', async () => {
  const { folder } = await placeVersion(await makeFolder('returns-command'));
  await makePipe(join(folder, 'Returns', 'cut.xml'));
  const child = spawn(process.execPath, [command, 'roundtrip', 'returns', folder, '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(JSON.parse(await text(child.stdout))).toEqual({ returns: [] });
  await vi.waitFor(() => {
    expect(child.exitCode).toBe(0);
  });
});
