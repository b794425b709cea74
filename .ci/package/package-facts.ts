import { readFileSync } from 'node:fs';
import type { Distributor } from './distributor.ts';

/** The fields of `package.json` that a package repeats. */
interface Manifest {
  readonly name: string;
  readonly productName: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly main: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export function readManifest(): Manifest {
  return JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
}

/** Packages that the build of the main process leaves outside, because they load native modules. */
const nativePackages: readonly string[] = ['keytar'];

/** Returns the packages of the main process: those bundled by its build, and those outside with their versions. */
export function readMainPackages(): {
  bundled: readonly string[];
  outside: Readonly<Record<string, string>>;
} {
  const all = Object.entries(readManifest().dependencies);
  const isNative = ([name]: readonly [string, string]): boolean => nativePackages.includes(name);
  return {
    bundled: all.filter((each) => !isNative(each)).map(([name]) => name),
    outside: Object.fromEntries(all.filter(isNative)),
  };
}

/** Facts of one package: its system, and whether it contains the local service. */
export interface PackageFacts {
  /** Name of the app, such as `Dailies`. */
  readonly productName: string;
  /** Name of its program, files and identifiers, such as `dailies`; the same with and without the local service. */
  readonly programName: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** True without the local service and the media engine. */
  readonly isSlim: boolean;
  readonly distributor: Distributor;
}

export const formats = ['folder', 'deb', 'rpm', 'tar.zst', 'AppImage', 'exe', 'dmg'] as const;
/** A kind of installable file; `folder` is the runnable app, for tests. */
export type Format = (typeof formats)[number];

/** Returns the default formats of each system. */
export function formatsOf(platform: NodeJS.Platform): readonly Format[] {
  if (platform === 'win32') return ['exe'];
  return platform === 'darwin' ? ['dmg'] : ['deb', 'rpm', 'tar.zst', 'AppImage'];
}

/** Returns `dailies`, or `dailies-slim`, which replaces it. */
export function packageName({ programName, isSlim }: Pick<PackageFacts, 'programName' | 'isSlim'>): string {
  return isSlim ? `${programName}-slim` : programName;
}

/** Debian's and Red Hat's names for Node's `x64` and `arm64`. */
const debianArch: Readonly<Record<string, string>> = { x64: 'amd64' };
const redHatArch: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };

export function archFor(format: 'deb' | 'rpm', arch: string): string {
  return (format === 'deb' ? debianArch : redHatArch)[arch] ?? arch;
}

/** Returns the file name of an artifact, following the conventions of each system. */
export function artifactName(format: Format, facts: Omit<PackageFacts, 'distributor'>): string {
  const { version, platform, arch } = facts;
  const name = packageName(facts);
  if (format === 'deb') return `${name}_${version}_${archFor('deb', arch)}.deb`;
  if (format === 'rpm') return `${name}-${version}-1.${archFor('rpm', arch)}.rpm`;
  const system = { darwin: 'mac', win32: 'windows' }[platform as string] ?? platform;
  return `${name}-${version}-${system}-${arch}${format === 'folder' ? '' : `.${format}`}`;
}
