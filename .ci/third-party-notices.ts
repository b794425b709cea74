import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf, lockedPackage, workspaces } from './lock-file.ts';

/**
 * Writes THIRD-PARTY-NOTICES.md from the lock file: every package that ends up in the installed app, with the
 * licence texts of those installed here. `--check` writes nothing and fails when the file is out of date.
 */
const outputFile = 'THIRD-PARTY-NOTICES.md';
/** Development dependencies whose code or fonts the renderer build takes in, beside the window's own runtime. */
const builtIn = ['svelte', 'bits-ui', '@lucide/svelte', 'intl-messageformat'];
/** Shipped as programs; the packages they name only fetch them. */
const programs = ['electron', 'node'];

function licenceText(path: string): string | null {
  if (!existsSync(path)) return null;
  const file = readdirSync(path).find((name) => /^(licen[cs]e|copying|ofl)([.-].*)?$/i.test(name));
  return file ? readFileSync(join(path, file), 'utf8').trim() : null;
}

const dependenciesOf = (path: string): string[] => Object.keys(lockedPackage(path).dependencies ?? {});
const shipped = new Set([
  ...programs.map((name) => `node_modules/${name}`),
  ...foldersOf([...['', ...workspaces()].flatMap(dependenciesOf), ...builtIn]),
]);

const nameOf = (path: string): string =>
  lockedPackage(path).name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
/** With those of every system: each installation has the ones of its own. */
const paths = [...shipped].sort(
  (a, b) => nameOf(a).localeCompare(nameOf(b), 'en') || a.localeCompare(b, 'en'),
);
const texts = new Map<string, string[]>();
const rows = paths.map((path) => {
  const entry = lockedPackage(path);
  const name = nameOf(path);
  const title = `${name} ${entry.version ?? ''}`.trim();
  const text = licenceText(path);
  if (text) texts.set(text, [...(texts.get(text) ?? []), title]);
  return `| ${name} | ${entry.version ?? ''} | ${entry.license ?? 'see text'} |`;
});

const document = `# Third-party notices

Dailies itself is under the MIT licence. It is distributed with the packages below, each under its own terms.

Two of them put conditions on the **local service** as a whole when it is distributed: \`node-av\` contains FFmpeg
built with x264 and x265 (GPL-2.0-or-later), and \`@echogarden/espeak-ng-emscripten\` is GPL-3.0. The packaged
service part of the app is therefore under the terms of the GPL, version 3. It is a program of its own that the rest
of the app talks to over HTTP, run by \`node\`, whose licence lies beside its program. \`sharp\` loads libvips (LGPL-3.0-or-later) as a library of its own. The fonts are under the SIL Open Font License 1.1.

| Package | Version | Licence |
| --- | --- | --- |
${rows.join('\n')}

## Licence texts

${[...texts].map(([text, names]) => `### ${names.join(', ')}\n\n\`\`\`text\n${text}\n\`\`\``).join('\n\n')}
`;

if (process.argv.includes('--check')) {
  const table = (source: string): string => source.slice(0, source.indexOf('## Licence texts'));
  const current = existsSync(outputFile) ? readFileSync(outputFile, 'utf8') : '';
  if (table(current) !== table(document)) {
    console.error(`${outputFile} does not match the lock file: run npm run notices`);
    process.exit(1);
  }
} else {
  writeFileSync(outputFile, document);
  console.log(`${outputFile}: ${String(rows.length)} packages`);
}
