import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';

const lockedPackage = z.object({
  version: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lockFile = z.object({ packages: z.record(z.string(), lockedPackage) });

test('every optional package of a locked package is locked too, so that npm ci works on every system', async () => {
  const text = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8');
  const { packages } = lockFile.parse(JSON.parse(text));
  const wanted = Object.entries(packages).flatMap(([folder, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).map((name) => ({ folder, name })),
  );
  expect(wanted.length).toBeGreaterThan(20);
  const missing = wanted.filter(
    ({ folder, name }) =>
      packages[`${folder}/node_modules/${name}`] === undefined &&
      packages[`node_modules/${name}`] === undefined,
  );
  expect(missing).toEqual([]);
});
