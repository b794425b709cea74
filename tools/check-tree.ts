import { globSync } from 'node:fs';
import { sep } from 'node:path';
import { crowdedFolders } from './tree/crowded-folders.ts';
import { importCycles, importsOf } from './tree/import-cycles.ts';

/** Fails if too many files stand side by side in a folder, or if imports form a cycle, with dynamic imports too. */
const files = globSync('{src-*,test,.ci,tools}/**/*.{ts,svelte}', { exclude: ['**/node_modules/**'] }).map(
  (file) => file.replaceAll(sep, '/'),
);
const imports = new Map(files.map((file) => [file, importsOf(file)]));
const cycles = importCycles(imports).map((cycle) => `Import cycle: ${[...cycle, cycle[0]].join(' -> ')}`);
const problems = [...crowdedFolders(files), ...cycles];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
