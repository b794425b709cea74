import { linkScheme, mimeTypesOf } from '../file-types.ts';
import { archFor, type PackageFacts, packageName } from '../package-facts.ts';

/**
 * Libraries that Electron's program links to, and the programs that open links and register file types, by their Debian
 * and Ubuntu names.
 */
const debianDepends = [
  'desktop-file-utils',
  'libasound2 | libasound2t64',
  'libatk-bridge2.0-0 | libatk-bridge2.0-0t64',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libc6 (>= 2.31)',
  'libcups2 | libcups2t64',
  'libdrm2',
  'libgbm1',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'libxkbcommon0',
  'libxtst6',
  'xdg-utils',
];

const redHatRequires = [
  'alsa-lib',
  'at-spi2-core',
  'cups-libs',
  'desktop-file-utils',
  'gtk3',
  'libXtst',
  'libdrm',
  'libnotify',
  'libsecret',
  'libxkbcommon',
  'mesa-libgbm',
  'nss',
  'xdg-utils',
];

/** The lines that both entries share about the program. */
function entryOf({ productName, programName }: PackageFacts, more: readonly string[]): string {
  return lines([
    '[Desktop Entry]',
    'Type=Application',
    `Name=${productName}`,
    `Exec=${programName} %U`,
    `Icon=${programName}`,
    'Terminal=false',
    ...more,
  ]);
}

/**
 * Returns the menu entry; its name is the `desktopName` of the app's `package.json`. Desktops other than KDE open a
 * file with the first program, by entry name, that claims its type. So this entry claims no type that another owns.
 */
export function desktopEntry(facts: PackageFacts): string {
  return entryOf(facts, [
    'GenericName=Video drafts',
    'Comment=Turn a script into an editable timeline',
    'Categories=AudioVideo;Video;AudioVideoEditing;',
    'Keywords=script;timeline;draft;editor;captions;',
    `StartupWMClass=${facts.programName}`,
    mimeLine([`x-scheme-handler/${linkScheme}`, ...mimeTypesOf(true)]),
  ]);
}

/** Returns the entry for *Open with* on files that other programs own; `openWithName` sorts it after theirs. */
export function openWithEntry(facts: PackageFacts): string {
  return entryOf(facts, [
    'NoDisplay=true',
    mimeLine(mimeTypesOf(false)),
    // Lowest preference on KDE.
    'InitialPreference=1',
  ]);
}

/** Returns the file name of `openWithEntry`, which sorts last. */
export function openWithName({ programName }: PackageFacts): string {
  return `zz-${programName}.desktop`;
}

function mimeLine(types: readonly string[]): string {
  return `MimeType=${types.map((type) => `${type};`).join('')}`;
}

/** Returns the package's description: one short line and its explanation. */
function describe({ isSlim }: PackageFacts): readonly [string, string] {
  return isSlim
    ? ['script to editable timeline, with hosted services', 'This package has no service of its own.']
    : [
        'script to editable timeline, also offline',
        'This package brings a service that works offline, with a media engine.',
      ];
}

const purpose = 'Turns a script into a timeline with media for the common video editors.';

/**
 * Returns the version in the order of Debian and Red Hat: text after a tilde sorts before the version without it, as a
 * prerelease does. A dash would start Debian's own package number, and Red Hat does not allow it.
 */
function systemVersion({ version }: PackageFacts): string {
  return version.replaceAll('-', '~');
}

function otherName(facts: PackageFacts): string {
  return packageName({ ...facts, isSlim: !facts.isSlim });
}

/** @param installedBytes size of all files. */
export function debianControl(facts: PackageFacts, installedBytes: number): string {
  const { distributor } = facts;
  const [title, explanation] = describe(facts);
  const other = otherName(facts);
  return lines([
    `Package: ${packageName(facts)}`,
    `Version: ${systemVersion(facts)}`,
    `Architecture: ${archFor('deb', facts.arch)}`,
    `Maintainer: ${distributor.maintainer}`,
    ...(distributor.homepage === null ? [] : [`Homepage: ${distributor.homepage}`]),
    `Installed-Size: ${String(Math.ceil(installedBytes / 1024))}`,
    `Depends: ${debianDepends.join(', ')}`,
    `Conflicts: ${other}`,
    `Replaces: ${other}`,
    'Section: video',
    'Priority: optional',
    `Description: ${title}`,
    ` ${purpose}`,
    ` ${explanation}`,
  ]);
}

/**
 * Returns the spec for `rpmbuild -bb`.
 * @param root of the tree to pack.
 * @param files paths after the installation; a folder ends with a slash.
 */
export function rpmSpec(facts: PackageFacts, root: string, files: readonly string[]): string {
  const [title, explanation] = describe(facts);
  return lines([
    // rpmbuild must not change the programs, which were built and checked already.
    '%global debug_package %{nil}',
    '%global __os_install_post %{nil}',
    '%global _build_id_links none',
    '%global _binary_payload w15.zstdio',
    `Name: ${packageName(facts)}`,
    `Version: ${systemVersion(facts)}`,
    'Release: 1',
    `Summary: ${facts.productName}: ${title}`,
    `License: ${facts.license}`,
    ...(facts.distributor.homepage === null ? [] : [`URL: ${facts.distributor.homepage}`]),
    'AutoReqProv: no',
    ...redHatRequires.map((name) => `Requires: ${name}`),
    `Conflicts: ${otherName(facts)}`,
    '%description',
    purpose,
    explanation,
    '%install',
    `mkdir -p %{buildroot}`,
    `cp --archive --link "${root}/." %{buildroot}/`,
    '%files',
    '%defattr(-, root, root, -)',
    ...files,
  ]);
}

/** Returns the file that Debian requires in addition to the licences in the app's folder. */
export function copyrightFile(facts: PackageFacts, licence: string, libFolder: string): string {
  const part = facts.isSlim
    ? ''
    : `\nThe local service in ${libFolder}/resources/service is under the GNU GPL, version 3.
On Debian systems, its text is in /usr/share/common-licenses/GPL-3.\n`;
  return `${facts.productName} ${facts.version}\n\n${licence}${part}
Other makers' parts and their licences: ${libFolder}/resources/THIRD-PARTY-NOTICES.txt and
${libFolder}/LICENSES.chromium.html.gz\n`;
}

/** Returns the changelog that Debian requires. @param releasedAt time of the version. */
export function debianChangelog(facts: PackageFacts, releasedAt: Date): string {
  const date = releasedAt.toUTCString().replace('GMT', '+0000');
  return `${packageName(facts)} (${systemVersion(facts)}) stable; urgency=medium

  * ${facts.productName} ${facts.version}.

 -- ${facts.distributor.maintainer}  ${date}\n`;
}

/** Returns the findings of lintian that stay, each with its reason. */
export function lintianOverrides(facts: PackageFacts): string {
  const name = packageName(facts);
  return lines([
    '# The programs of Electron are those that its makers released.',
    `${name}: unstripped-binary-or-object *`,
    '# They, and the modules of the media engine, contain the libraries that they were built with.',
    `${name}: embedded-library *`,
    '# The sandbox of Electron needs it on systems without user namespaces.',
    `${name}: elevated-privileges *`,
  ]);
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
