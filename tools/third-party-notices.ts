import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argumentsOrUsage } from '../.ci/arguments-or-usage.ts';
import { foldersOf, lockedPackage, workspaces } from '../.ci/lock-file.ts';
import {
  licencesFolder,
  nativeChapters,
  nativeTexts,
  readNativeLibraries,
} from '../.ci/package/native-libraries.ts';
import { type LicenceText, licenceTextIn, mergeTexts, textFinder } from './notices/licence-texts.ts';

/**
 * Writes THIRD-PARTY-NOTICES.md from the lock file and `src-media/licences`: every package of every workspace in the
 * installed app, the libraries inside them, and the licence texts of those installed here. `--check` writes nothing and
 * fails when packages, versions, hashes of the lock file or texts have changed.
 */
const { values } = argumentsOrUsage('Usage: npm run notices -- [--check]', {
  options: { check: { type: 'boolean' } },
});
const outputFile = 'THIRD-PARTY-NOTICES.md';
/** Development dependencies whose code becomes part of a build, including the window's own runtime. */
const builtIn = [
  '@modelcontextprotocol/sdk',
  'svelte',
  'bits-ui',
  '@lucide/svelte',
  'intl-messageformat',
  'pdfjs-dist',
  'fflate',
];
/** Packages distributed as programs. Their dependencies only fetch the program, so they are not listed. */
const programs = ['electron', 'node'];

const dependenciesOf = (path: string): string[] => Object.keys(lockedPackage(path).dependencies ?? {});
/** The packages of every part of the app for every system, although each installation has only those of its own. */
const parts = new Map<string, Set<string>>([
  [
    'app',
    new Set([
      ...programs.map((name) => `node_modules/${name}`),
      ...foldersOf([...dependenciesOf(''), ...builtIn]),
    ]),
  ],
  ...workspaces().map((path) => [path.replace('src-', ''), foldersOf(dependenciesOf(path))] as const),
]);

const nameOf = (path: string): string =>
  lockedPackage(path).name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const paths = [...new Set([...parts.values()].flatMap((found) => [...found]))].sort(
  (a, b) => nameOf(a).localeCompare(nameOf(b), 'en') || a.localeCompare(b, 'en'),
);
const rows = paths.map((path) => {
  const { version = '', license = 'see text' } = lockedPackage(path);
  const users = [...parts].filter(([, found]) => found.has(path)).map(([part]) => part);
  return `| ${nameOf(path)} | ${version} | ${license} | ${users.join(', ')} |`;
});

/** Returns a hash over every version and hash in the lock file, and every fact and text in the licence folder. */
function digest(): string {
  const hash = createHash('sha256');
  for (const path of paths)
    hash.update(`${path} ${lockedPackage(path).version ?? ''} ${lockedPackage(path).integrity ?? ''}\n`);
  for (const name of readdirSync(licencesFolder, { recursive: true, encoding: 'utf8' }).sort())
    if (/\.(json|txt)$/.test(name)) hash.update(readFileSync(join(licencesFolder, name)));
  return hash.digest('hex');
}

const native = readNativeLibraries();
const named = [
  ...paths.flatMap((path) => {
    const text = licenceTextIn(path);
    const name = `${nameOf(path)} ${lockedPackage(path).version ?? ''}`.trim();
    return text ? [{ name, text, isEverywhere: !lockedPackage(path).os }] : [];
  }),
  ...nativeTexts(native).map((one) => ({ ...one, isEverywhere: true })),
];

function rendered({ names, copyrights, text }: LicenceText): string {
  const owners = copyrights.length > 0 ? `${copyrights.map((line) => `- ${line}`).join('\n')}\n\n` : '';
  return `### ${names.join(', ')}\n\n${owners}\`\`\`text\n${text}\n\`\`\``;
}

const head = `# Third-party notices

Dailies itself is under the MIT licence. It is distributed with the packages below, each under its own terms. Made by
\`npm run notices\` from the lock file and \`${licencesFolder.replaceAll('\\', '/')}\`, whose digest is ${digest()}.

Two of them put conditions on the **local service** as a whole when it is distributed with the media engine,
\`src-media\`: \`node-av\` contains FFmpeg built with x264 and x265 (GPL-2.0-or-later), and
\`@echogarden/espeak-ng-emscripten\` is GPL-3.0. The packaged service part of the app is therefore under the terms of the
GPL, version 3. It is a program of its own that the rest of the app talks to over HTTP, run by \`node\`, whose licence lies
beside its program. \`sharp\` loads libvips (LGPL-3.0-or-later) as a library of its own. The fonts are under the SIL Open
Font License 1.1.

| Package | Version | Licence | Part |
| --- | --- | --- | --- |
${rows.join('\n')}

${nativeChapters(native)}
`;

if (values.check === true) {
  const current = existsSync(outputFile) ? readFileSync(outputFile, 'utf8') : '';
  const isThere = textFinder(current);
  const missing = named.filter(({ text, isEverywhere }) => isEverywhere && !isThere(text));
  if (!current.startsWith(head) || missing.length > 0) {
    console.error(`${outputFile} does not match the lock file and ${licencesFolder}: run npm run notices`);
    for (const { name } of missing) console.error(`  no text of ${name}`);
    process.exit(1);
  }
} else {
  writeFileSync(outputFile, `${head}## Licence texts\n\n${mergeTexts(named).map(rendered).join('\n\n')}\n`);
  console.log(`${outputFile}: ${String(rows.length)} packages, ${String(native.libraries.length)} libraries`);
}
