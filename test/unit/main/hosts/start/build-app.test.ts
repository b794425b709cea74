import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildApp } from '../../../../../src-main/hosts/start/build-app.ts';
import { makeTemporaryFolder } from '../../../../fakes/temporary-folder.ts';

const page = join('out', 'renderer', 'index.html');
const panel = join('out', 'editors', 'dailies-premiere.ccx');
const source = join('src-main', 'index.ts');

/** Creates a checkout with these files, by the minute of their last change; its build leaves the file `built`. */
async function checkout(minutes: Record<string, number>): Promise<string> {
  const root = await makeTemporaryFolder();
  const build = `node -e "require('fs').writeFileSync('built', '')"`;
  await writeFile(join(root, 'package.json'), JSON.stringify({ scripts: { build } }));
  for (const [path, minute] of Object.entries(minutes)) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), '');
    await utimes(join(root, path), 60 * minute, 60 * minute);
  }
  for (const folder of ['src-main', 'out/renderer', 'out/main'])
    if (existsSync(join(root, folder))) await utimes(join(root, folder), 0, 0);
  return root;
}

test.each<readonly [string, Record<string, number>]>([
  ['lacks the part for editors, as one that was interrupted does', { [page]: 2 }],
  ['has an older part for editors than the sources', { [page]: 2, [panel]: 0 }],
  ['has an older page than the sources', { [page]: 0, [panel]: 2 }],
  [
    'was interrupted while it was made again',
    { [page]: 2, [panel]: 2, [join('out', 'main', 'index.js')]: 3 },
  ],
])('a build that %s is made again', async (_name, built) => {
  const root = await checkout({ [source]: 1, ...built });
  await buildApp(root);
  expect(existsSync(join(root, 'built'))).toBe(true);
});

test('a complete build that is newer than the sources is not made again', async () => {
  const root = await checkout({ [source]: 1, [page]: 2, [panel]: 3 });
  await buildApp(root);
  expect(existsSync(join(root, 'built'))).toBe(false);
});

// On Windows, the console passes Ctrl+C on to all of them.
test.skipIf(process.platform === 'win32')(
  'an interrupt ends the build and the programs it runs',
  async () => {
    const root = await checkout({ [source]: 1 });
    const build = `node -e "require('fs').writeFileSync('begun', String(process.pid)); setInterval(() => {}, 1000)"`;
    await writeFile(join(root, 'package.json'), JSON.stringify({ scripts: { build } }));
    const interrupt = new AbortController();
    const building = buildApp(root, interrupt.signal);
    await expect.poll(() => existsSync(join(root, 'begun'))).toBe(true);
    interrupt.abort();
    expect(await building).toBe(false);
  },
);

test('a build that fails is told with its output, and last in a line with what to do', async () => {
  const root = await checkout({ [source]: 1 });
  const build = `node -e "console.error('No such package: vite'); process.exit(3)"`;
  await writeFile(join(root, 'package.json'), JSON.stringify({ scripts: { build } }));
  const file = new URL('../../../../../src-main/hosts/start/build-app.ts', import.meta.url).href;
  const program = `import { buildApp } from ${JSON.stringify(file)};
    console.log(await buildApp(${JSON.stringify(root)}));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('false\n');
  expect(stderr).toContain('No such package: vite\n');
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(
    'The app could not be built: its build ended with the lines above. Run npm ci, then try again.',
  );
  expect(stderr).not.toMatch(/^ +at /m);
});
