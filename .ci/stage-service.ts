import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
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
import { foldersOf } from './lock-file.ts';
import { pinnedNodePrograms } from './node-programs.ts';
import { copyPackage } from './package/copy-package.ts';

/**
 * Puts the built local service into a folder that can be moved into a package: `service/` with the packages it needs and
 * the pictures of its catalogue, and `node/` with the Node that runs it and its licence.
 * `node .ci/stage-service.ts FOLDER`, after `npm run build:service`; for the system it runs on.
 */
const [target] = process.argv.slice(2);
const built = join('out', 'service');
/** Only what `node-av` offers for video calls needs it, which is not loaded. */
const unused = ['werift'];

/** @throws when the program is not the one that was checked for this system and processor. */
function stageNode(nodePath: string): void {
  const source = checkoutNode('.', process.platform);
  const system = `${process.platform}-${process.arch}`;
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex');
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

/** Takes a seventh off a program: what only debuggers read. Without `strip` on the computer it stays. */
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
  compress(join(folder, 'node_modules', '@echogarden', 'espeak-ng-emscripten', 'espeak-ng.data'));
}

/** Voices of the synthesiser take half the room compressed, and `loadEspeak` reads them so. */
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
