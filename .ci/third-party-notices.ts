import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes THIRD-PARTY-NOTICES.md from the lock file: every package that ends up in the installed app, with the
 * licence texts of those installed here. `--check` writes nothing and fails when the file is out of date.
 */
interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optional?: boolean;
  readonly name?: string;
}

const outputFile = 'THIRD-PARTY-NOTICES.md';
/** Development dependencies whose code or fonts the renderer build takes in, beside the window's own runtime. */
const builtIn = ['svelte', 'bits-ui', '@lucide/svelte', 'intl-messageformat'];
/** Shipped as a program; the packages it names only fetch it. */
const program = 'electron';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>;
};
const root = lock.packages[''] ?? {};

/** Where `name` is found from inside `from`, as Node looks for it. */
function locate(name: string, from: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lock.packages[path]) return path;
    if (folder === '') return null;
  }
}

function collect(path: string, found: Set<string>): void {
  if (found.has(path)) return;
  found.add(path);
  const entry = lock.packages[path];
  for (const name of Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies })) {
    const next = locate(name, path);
    if (next) collect(next, found);
  }
}

function licenceText(path: string): string | null {
  if (!existsSync(path)) return null;
  const file = readdirSync(path).find((name) => /^(licen[cs]e|copying|ofl)([.-].*)?$/i.test(name));
  return file ? readFileSync(join(path, file), 'utf8').trim() : null;
}

const shipped = new Set([`node_modules/${program}`]);
const fonts = Object.keys(root.devDependencies ?? {}).filter((name) => name.startsWith('@fontsource'));
for (const name of [...Object.keys(root.dependencies ?? {}), ...builtIn, ...fonts]) {
  const path = locate(name, '');
  if (path) collect(path, shipped);
}

const nameOf = (path: string): string =>
  lock.packages[path]?.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
/** With those of every system: each installation has the ones of its own. */
const paths = [...shipped].sort(
  (a, b) => nameOf(a).localeCompare(nameOf(b), 'en') || a.localeCompare(b, 'en'),
);
const texts = new Map<string, string[]>();
const rows = paths.map((path) => {
  const entry = lock.packages[path];
  const name = nameOf(path);
  const title = `${name} ${entry?.version ?? ''}`.trim();
  const text = licenceText(path);
  if (text) texts.set(text, [...(texts.get(text) ?? []), title]);
  return `| ${name} | ${entry?.version ?? ''} | ${entry?.license ?? 'see text'} |`;
});

const document = `# Third-party notices

Dailies itself is under the MIT licence. It is distributed with the packages below, each under its own terms.

Two of them put conditions on the **local service** as a whole when it is distributed: \`node-av\` contains FFmpeg
built with x264 and x265 (GPL-2.0-or-later), and \`@echogarden/espeak-ng-emscripten\` is GPL-3.0. The packaged
service part of the app is therefore under the terms of the GPL, version 3. It is a program of its own that the rest
of the app talks to over HTTP. \`sharp\` loads libvips (LGPL-3.0-or-later) as a library of its own. The fonts are under the SIL Open Font License 1.1.

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
