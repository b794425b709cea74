import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import extractZip from 'extract-zip';
import { expect, test } from 'vitest';
import { saveDiagnostics } from '../../../../../src-main/hosts/electron/diagnostics.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

/** Saves diagnostics with these log lines and returns the saved lines. */
async function savedLog(home: string, lines: readonly string[]): Promise<string[]> {
  const folder = await makeFolder('diagnostics');
  const logFolder = join(folder, 'logs');
  await mkdir(logFolder);
  await writeFile(join(logFolder, 'dailies.log'), lines.join('\n'));
  const path = join(folder, 'saved.zip');
  await saveDiagnostics(path, { logFolder, home, facts: {} });
  await extractZip(path, { dir: join(folder, 'out') });
  return (await readFile(join(folder, 'out', 'logs', 'dailies.log'), 'utf8')).split('\n');
}

const onWindows = (path: string): string => pathToFileURL(path, { windows: true }).href;

test('paths of Windows are saved without the home folder, as text, in JSON and in addresses of either case', async () => {
  const home = String.raw`C:\Users\Zoë D'Arc`;
  const program = String.raw`${home}\AppData\Local\Dailies\index.js`;
  const lines = [
    program,
    JSON.stringify({ path: program }),
    JSON.stringify(JSON.stringify({ path: program })),
    `at run (${onWindows(program)}:12:3)`,
    onWindows(program.toLowerCase()),
    encodeURIComponent(program),
    program.normalize('NFD').replaceAll('\\', '/'),
  ];
  expect(await savedLog(home, lines)).toEqual([
    String.raw`~\AppData\Local\Dailies\index.js`,
    String.raw`{"path":"~\\AppData\\Local\\Dailies\\index.js"}`,
    JSON.stringify(JSON.stringify({ path: String.raw`~\AppData\Local\Dailies\index.js` })),
    'at run (file:///~/AppData/Local/Dailies/index.js:12:3)',
    'file:///~/appdata/local/dailies/index.js',
    '~%5CAppData%5CLocal%5CDailies%5Cindex.js',
    '~/AppData/Local/Dailies/index.js',
  ]);
});

test('the user’s name is taken out of other paths too, and left in words', async () => {
  const home = String.raw`C:\Users\Jane Doe`;
  const lines = [
    String.raw`D:\Profiles\JANE DOE\Films`,
    onWindows(String.raw`D:\Profiles\Jane Doe\Films`),
    String.raw`C:\Users\JANEDO~1\AppData\Local\Temp`,
    String.raw`D:\Jane Doe's film\a.mp4`,
    'Jane Doe is a name.',
  ];
  expect(await savedLog(home, lines)).toEqual([
    String.raw`D:\Profiles\user\Films`,
    'file:///D:/Profiles/user/Films',
    String.raw`C:\Users\user\AppData\Local\Temp`,
    String.raw`D:\user's film\a.mp4`,
    'Jane Doe is a name.',
  ]);
});

test('a home folder of Linux or macOS is taken out in each of its spellings', async () => {
  const lines = ['/home/mira/Films', 'file:///home/mira/Films/a%20b.mp4', '/run/media/mira: not mounted'];
  expect(await savedLog('/home/mira', lines)).toEqual([
    '~/Films',
    'file://~/Films/a%20b.mp4',
    '/run/media/user: not mounted',
  ]);
  expect(await savedLog('/', ['/root/a'])).toEqual(['/root/a']);
});

test('a home folder that ends in a separator is taken out too', async () => {
  const lines = ['/home/jane.doe/Movies/a.mp4', '/srv/jane.doe/b'];
  expect(await savedLog('/home/jane.doe/', lines)).toEqual(['~/Movies/a.mp4', '/srv/user/b']);
});
