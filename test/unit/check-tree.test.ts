import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { crowdedFolders } from '../../tools/tree/crowded-folders.ts';
import { importCycles, importsOf } from '../../tools/tree/import-cycles.ts';

const filesIn = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${folder}/${String(index)}.ts`);

test('a folder may hold 25 files side by side, and one of tests 40', () => {
  const allowed = [...filesIn('src-main/jobs', 25), ...filesIn('test/ui', 40)];
  expect(crowdedFolders(allowed)).toEqual([]);
  expect(crowdedFolders([...allowed, 'src-main/jobs/more.ts', 'test/ui/more.ts'])).toEqual([
    'src-main/jobs has 26 files side by side; at most 25.',
    'test/ui has 41 files side by side; at most 40.',
  ]);
});

test('files in folders below are not counted with those above them', () => {
  expect(crowdedFolders([...filesIn('src-main/jobs', 25), ...filesIn('src-main/jobs/run', 25)])).toEqual([]);
});

test('an import cycle is found when one of its imports is dynamic or for types alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cycles-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'a.ts'), "export const load = () => import('./b.ts');");
  writeFileSync(join(folder, 'b.ts'), "import type { C } from './C.svelte';\nexport type B = C;");
  writeFileSync(join(folder, 'C.svelte'), '<script lang="ts">\n  import { load } from "./a.ts";\n</script>');
  const files = ['a.ts', 'b.ts', 'C.svelte'].map((name) => join(folder, name));
  expect(importCycles(new Map(files.map((file) => [file, importsOf(file)])))).toEqual([files]);
});
