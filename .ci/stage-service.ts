import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkoutNode, packagedService } from '../src-main/hosts/node/service-program.ts';
import { sha256Of } from './file-hash.ts';
import { foldersOf } from './lock-file.ts';
import { pinnedNodePrograms } from './node-programs.ts';
import { copyPackage } from './package/copy-package.ts';
import { nonfreeMediaPackages, placeFreeMediaBinary } from './package/windows/media-binary.ts';

/**
 * Creates the local service's part of a package from its build: `service/` with its packages and the pictures of its
 * catalogue, and `node/` with its Node and the licence of Node. Call `node .ci/stage-service.ts FOLDER` after
 * `npm run build:service`; the result runs on the current system only.
 */
const [target] = process.argv.slice(2);
const built = join('out', 'service');
/** `werift` is used only by the video-call part of `node-av`, which is not loaded. */
const unused = ['werift', ...nonfreeMediaPackages];

/** @throws when the program is not the one checked for this system and processor. */
function stageNode(nodePath: string): void {
  const source = checkoutNode('.', process.platform);
  const system = `${process.platform}-${process.arch}`;
  const hash = sha256Of(source);
  if (hash !== pinnedNodePrograms[system]) {
    throw new Error(
      `${source} has the hash ${hash}, which .ci/node-programs.ts does not name for ${system}.`,
    );
  }
  mkdirSync(dirname(nodePath), { recursive: true });
  copyFileSync(source, nodePath);
  chmodSync(nodePath, 0o755);
  if (process.platform === 'linux') dropSymbols(nodePath);
  copyFileSync(join('resources', 'node', 'LICENSE'), join(dirname(nodePath), 'LICENSE'));
}

/** Makes a program a seventh smaller by dropping debug symbols. Without `strip` on the computer they stay. */
function dropSymbols(program: string): void {
  const { error, status } = spawnSync('strip', ['--strip-unneeded', program], { stdio: 'inherit' });
  if (error) console.error('Node keeps its symbols, as there is no strip (binutils) here.');
  else if (status !== 0) throw new Error(`strip ended with ${String(status)} on ${program}.`);
}

function stageService(folder: string): void {
  cpSync(built, folder, { recursive: true });
  cpSync(join('resources', 'catalogue'), join(folder, 'resources', 'catalogue'), { recursive: true });
  const { dependencies } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const path of foldersOf(Object.keys(dependencies), unused)) {
    if (existsSync(path)) copyPackage(path, join(folder, path));
  }
  if (process.platform === 'win32') placeFreeMediaBinary(join(folder, 'node_modules'), process.arch);
  compress(join(folder, 'node_modules', '@echogarden', 'espeak-ng-emscripten', 'espeak-ng.data'));
}

/** Halves the size of the synthesiser's voices; `loadEspeak` reads the compressed file. */
function compress(path: string): void {
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
  rmSync(path);
}

if (target === undefined || !existsSync(built)) {
  console.error('Usage: node .ci/stage-service.ts FOLDER, after npm run build:service');
  process.exit(2);
}
const program = packagedService(target, process.platform);
for (const path of [program.nodePath, program.entryPath])
  rmSync(dirname(path), { recursive: true, force: true });
stageNode(program.nodePath);
stageService(dirname(program.entryPath));
