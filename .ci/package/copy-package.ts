import { cpSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';

/** Types, maps, sources of native modules and texts for developers, but never a licence. */
const forDevelopers =
  /\.(?:map|[cm]?ts|tsbuildinfo|flow|gypi?|cc|h|hpp)$|^(?:readme|changelog|history)\b.*\.md$/i;

/** Top-level folders of a package that only its developers need. */
const folderForDevelopers = /^(?:__tests__|tests?|docs?|examples?|benchmarks?)(?:\/|$)/;

/** Parts of packages that nothing here loads, by the end of the package's folder. */
const unused: readonly (readonly [folder: RegExp, paths: RegExp])[] = [
  // Node loads only the reading part of the legacy build; the rest is for pages, viewers and scripts in documents.
  [
    /\/pdfjs-dist$/,
    /^(?:build|types|web|image_decoders|legacy\/(?:image_decoders|web))\/|\/pdf\.(?:renderer|sandbox)\.|\.min\.mjs$/,
  ],
  // Builds for pages, next to those that Node loads, and command-line programs.
  [/\/(?:bluebird|transliteration)$/, /^(?:js|dist)\/(?:browser|bin)\//],
  // No look uses this one of the six weights; the list is loaded as a module.
  [/\/@phosphor-icons\/core$/, /^(?:assets\/bold\/|dist\/index\.umd\.js$)/],
  // The previous version, and the files for `require`.
  [/\/zod$/, /^(?:v3|src)\/|\.cjs$/],
  // Files loaded only under the condition `development`.
  [/\/(?:micromark[^/]*|mdast-util-[^/]+|decode-named-character-reference)$/, /^dev\//],
  // Style sheets of pages, and the axes and slopes that no typeface of `font-sources.ts` uses.
  [
    /\/@fontsource-variable\/[^/]+$/,
    /\.s?css$|-(?:standard|wdth|soft|wonk|slnt)-(?:normal|italic)\.woff2$|-(?:wght|full)-italic\.woff2$/,
  ],
  [/\/@fontsource-variable\/(?!source-serif-4$)[^/]+$/, /-italic\.woff2$/],
  [/\/@fontsource-variable\/(?:bricolage-grotesque|source-serif-4)$/, /-wght-normal\.woff2$/],
  [/\/@fontsource-variable\/fraunces$/, /-(?:wght|opsz)-normal\.woff2$/],
  [/\/@fontsource-variable\/inter$/, /-opsz-normal\.woff2$/],
];

/**
 * True if an app needs a file of a package to run.
 * @param folder of the package, such as `node_modules/zod`, with slashes.
 * @param path inside it, with slashes.
 */
export function isNeededAtRun(
  folder: string,
  path: string,
  { platform, arch }: { readonly platform: NodeJS.Platform; readonly arch: string },
): boolean {
  if (unused.some(([packages, paths]) => packages.test(folder) && paths.test(path))) return false;
  const prebuilt = /^prebuilds\/([^/]+)/.exec(path)?.[1];
  if (prebuilt !== undefined && prebuilt !== `${platform}-${arch}`) return false;
  return !folderForDevelopers.test(path) && !forDevelopers.test(basename(path));
}

/**
 * Copies the files a package needs to run on this system. Omits the packages inside it, which are copied where needed.
 */
export function copyPackage(from: string, to: string): void {
  const inner = join(from, 'node_modules');
  const slashed = (path: string): string => path.replaceAll(sep, '/');
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (path) =>
      path !== inner &&
      (path === from || isNeededAtRun(slashed(from), slashed(relative(from, path)), process)),
  });
}
