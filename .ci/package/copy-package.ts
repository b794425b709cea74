import { cpSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';

/** Types, maps, sources of native modules and words for developers; never a licence. */
const forDevelopers =
  /\.(?:map|[cm]?ts|tsbuildinfo|flow|gypi?|cc|h|hpp)$|^(?:readme|changelog|history)\b.*\.md$/i;

/** What a package keeps for those who work on it, at its top. */
const folderForDevelopers = /^(?:__tests__|tests?|docs?|examples?|benchmarks?)(?:\/|$)/;

/** Parts of packages that nothing here loads, by the ending of the package's folder. */
const unused: readonly (readonly [folder: RegExp, paths: RegExp])[] = [
  // The legacy build runs in Node, and of it what reads; the rest is for pages, viewers and scripts in documents.
  [
    /\/pdfjs-dist$/,
    /^(?:build|types|web|image_decoders|legacy\/(?:image_decoders|web))\/|\/pdf\.(?:renderer|sandbox)\.|\.min\.mjs$/,
  ],
  // Builds for pages, beside those that Node loads, and programs of the command line.
  [/\/(?:bluebird|transliteration)$/, /^(?:js|dist)\/(?:browser|bin)\//],
  // Of its six weights one is in no look; its list is loaded as a module.
  [/\/@phosphor-icons\/core$/, /^(?:assets\/bold\/|dist\/index\.umd\.js$)/],
  // The version before, and what `require` would load.
  [/\/zod$/, /^(?:v3|src)\/|\.cjs$/],
  // What only the condition `development` loads.
  [/\/(?:micromark[^/]*|mdast-util-[^/]+|decode-named-character-reference)$/, /^dev\//],
  // Style sheets of pages, and the axes and slopes that no typeface of `font-sources.ts` has.
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
 * Whether an app needs a file of a package to run.
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
 * Copies what runs of a package for this system, without the packages inside it, which are copied where they are needed.
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
