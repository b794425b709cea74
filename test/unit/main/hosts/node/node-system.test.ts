import { chmod, readFile, realpath, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNodeSystem } from '../../../../../src-main/hosts/node/node-system.ts';
import { makeTemporaryFolder } from '../../../../fakes/temporary-folder.ts';
import { until } from '../../../../fakes/turned-clock.ts';

const system = createNodeSystem();

async function program(script: string): Promise<{ path: string; out: string }> {
  const folder = await makeTemporaryFolder();
  const path = join(folder, 'an editor');
  const out = join(folder, 'out');
  await writeFile(path, `#!/bin/sh\n${script.replace('OUT', out)}\n`);
  await chmod(path, 0o755);
  return { path, out };
}

test('a started program gets its arguments as they are, and no variables of this app', async () => {
  process.env['ELECTRON_RUN_AS_NODE'] = '1';
  try {
    const { path, out } = await program('{ printf "%s\\n" "$@"; env | grep -c ELECTRON_ || true; } > "OUT"');
    await system.start(path, ['/films/a b.kdenlive', '$(x)']);
    await until(
      async () => (await readFile(out, 'utf8').catch(() => '')) === '/films/a b.kdenlive\n$(x)\n0\n',
    );
  } finally {
    delete process.env['ELECTRON_RUN_AS_NODE'];
  }
});

test('a started program runs in the home folder, so that it holds no folder of this app', async () => {
  const { path, out } = await program('pwd -P > "OUT"');
  await system.start(path, []);
  await expect.poll(() => readFile(out, 'utf8')).toBe(`${await realpath(homedir())}\n`);
});

test('a program that ends at once with a failure, or is not there, has not started', async () => {
  const { path } = await program('exit 127');
  await expect(system.start(path, [])).rejects.toThrow('ended with 127');
  await expect(system.start('/nowhere/shotcut', [])).rejects.toThrow('ENOENT');
});

test('facts that the system does not know are empty', async () => {
  const { path } = await program('echo printed; exit 3');
  expect(await system.run(path, [])).toBeNull();
  expect(await system.run('/bin/echo', ['a', 'b'])).toBe('a b\n');
  expect(await system.readText('/nowhere')).toBeNull();
  expect(await system.listFolder('/nowhere')).toEqual([]);
  expect([
    await system.isProgram(path),
    await system.isProgram('/tmp'),
    await system.isProgram('/nowhere'),
  ]).toEqual([true, false, false]);
});
