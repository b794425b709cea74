import { cpSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';

/**
 * Types, maps, sources of native modules, tests, settings of tools, lock files, hidden files and texts for developers,
 * but never a licence.
 */
const forDevelopers = new RegExp(
  [
    String.raw`\.(?:map|[cm]?ts|tsbuildinfo|flow|gypi?|cc|h|hpp)$`,
    String.raw`^(?:readme|changelog|history)\b.*\.md$`,
    String.raw`^\.|^tsconfig[^/]*\.json$|^makefile$|^yarn\.lock$|\.(?:test|spec)\.[cm]?js$`,
    String.raw`^(?:eslint|prettier|vitest|jest|rollup|webpack|babel|karma)\.config\.[cm]?js$`,
  ].join('|'),
  'i',
);

/** Top-level folders and files of a package, and hidden folders anywhere in it, that only its developers need. */
const pathForDevelopers =
  /^(?:__tests__|tests?|integration|docs?|examples?|benchmarks?)(?:\/|$)|^tests?\.[cm]?js$|(?:^|\/)\.[^/]+(?:\/|$)/;

/** Parts of packages that nothing here loads, by the end of the package's folder. */
const unused: readonly (readonly [folder: RegExp, paths: RegExp])[] = [
  // Node loads only the reading part of the legacy build; the rest is for pages, viewers and scripts in documents.
  [
    /\/pdfjs-dist$/,
    /^(?:build|types|web|image_decoders|legacy\/(?:image_decoders|web))\/|\/pdf\.(?:renderer|sandbox)\.|\.min\.mjs$/,
  ],
  // Builds for pages, next to those that Node loads, and command-line programs.
  [/\/(?:bluebird|transliteration)$/, /^(?:js|dist)\/(?:browser|bin)\//],
  // Only the drawings are read, not the facts about the set.
  [/\/@iconify-json\/fluent-emoji-flat$/, /^(?:index\.(?:m?js)|(?:chars|info|metadata)\.json)$/],
  // Only one of the sound banks is loaded; its licence and changes belong to it.
  [/\/@librescore\/sf3$/, /^(?!package\.json$|FluidR3Mono_)/],
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
  return !pathForDevelopers.test(path) && !forDevelopers.test(basename(path));
}

/** Names of native libraries and modules. */
const nativeName = /\.(?:node|dll|dylib|exe)$|\.so(?:\.\d+)*$/i;

/** Option of FFmpeg's configuration, which its libraries contain. Nobody may distribute such a build. */
export const nonfreeOption = '--enable-nonfree';

/**
 * Refuses a media library whose own configuration says that it must not be distributed.
 * @throws Error naming the file.
 */
function requireDistributable(path: string): void {
  if (!nativeName.test(path) || !readFileSync(path).includes(nonfreeOption)) return;
  throw new Error(
    `${path} was built with ${nonfreeOption}, so nobody may distribute it. Package without the local service (--slim), or with another build of this library.`,
  );
}

/**
 * Copies the files a package needs to run on this system. Omits the packages inside it, which are copied where needed.
 * @throws Error for a native library that must not be distributed.
 */
export function copyPackage(from: string, to: string): void {
  const inner = join(from, 'node_modules');
  const slashed = (path: string): string => path.replaceAll(sep, '/');
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (path) => {
      if (path === from) return true;
      if (path === inner || !isNeededAtRun(slashed(from), slashed(relative(from, path)), process))
        return false;
      requireDistributable(path);
      return true;
    },
  });
}
