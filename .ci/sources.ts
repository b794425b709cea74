import { resolve } from 'node:path';
import { getFFmpegInfo } from 'node-av/lib';
import { argumentsOrUsage } from './arguments-or-usage.ts';
import { lockedPackage } from './lock-file.ts';
import { readNativeLibraries } from './package/native-libraries.ts';
import { gatherSources } from './sources/gather-sources.ts';
import { checkRelease } from './sources/source-record.ts';

/**
 * `npm run sources`: archives the sources of the media engine in a package, as their licences ask of whoever passes the
 * package on. With `--check` it refuses a folder of a release that lacks them. Needs `git`, `svn` and `tar`.
 */
const usage = `Usage: npm run sources -- [--out FOLDER]    archives of FFmpeg and its libraries; out/sources
       npm run sources -- --check FOLDER    are the archives in this release those of its packages?`;

const { values } = argumentsOrUsage(usage, {
  options: { out: { type: 'string', default: 'out/sources' }, check: { type: 'string' } },
});

const { package: engine, libraries } = readNativeLibraries();
const version = lockedPackage(`node_modules/${engine}`).version ?? '';

try {
  if (values.check !== undefined) checkRelease(resolve(values.check), version);
  else {
    const { configuration, libraries: linked } = getFFmpegInfo();
    const { archives } = await gatherSources({
      url: 'https://github.com/seydx/node-av.git',
      version,
      binary: { avcodec: linked.avcodec, configuration },
      libraries,
      folder: resolve(values.out),
    });
    console.log(`${String(archives.length)} archives in ${resolve(values.out)}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
