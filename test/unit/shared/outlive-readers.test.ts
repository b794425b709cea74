import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const file = new URL('../../../src-shared/outlive-readers.ts', import.meta.url).href;

/** Runs a program whose output fails with this system code. */
function failWith(code: string) {
  const program = `import { outliveReaders } from ${JSON.stringify(file)};
    outliveReaders(process);
    process.stdout.emit('error', Object.assign(new Error('write ${code}'), { code: '${code}' }));`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
}

test.each(['EPIPE', 'EOF'])('a reader that closes the output, told as %s, ends no program', (code) => {
  expect(failWith(code)).toMatchObject({ status: 0, stderr: '' });
});

test('output that cannot be written, as on a full drive, is told and ends in exit code 1', () => {
  const stderr = 'The output could not be written: write ENOSPC\n';
  expect(failWith('ENOSPC')).toMatchObject({ status: 1, stderr });
});
