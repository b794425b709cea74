import { dirname, join } from 'node:path';

/** The local service as a program: a plain Node, and the script it runs. */
export interface ServiceProgram {
  readonly nodePath: string;
  readonly entryPath: string;
}

const entryName = 'service-entry.js';
const engineName = 'engine-process.js';

function nodeName(platform: NodeJS.Platform): string {
  return platform === 'win32' ? 'node.exe' : 'node';
}

/** Path of the Node that comes with a checkout, in the package `node`. */
export function checkoutNode(root: string, platform: NodeJS.Platform): string {
  return join(root, 'node_modules', 'node', 'bin', nodeName(platform));
}

/** Returns the service of a checkout that was built. */
export function builtService(root: string, platform: NodeJS.Platform): ServiceProgram {
  return {
    nodePath: checkoutNode(root, platform),
    entryPath: join(root, 'out', 'service', entryName),
  };
}

/** Returns the engine that was built or packaged with a service. */
export function engineBeside({ nodePath, entryPath }: ServiceProgram): ServiceProgram {
  return { nodePath, entryPath: join(dirname(entryPath), engineName) };
}

/**
 * Returns the service of a package. It has two folders beside the app's own archive, as programs and libraries cannot
 * start from inside one.
 * @param folder where `.ci/stage-service.ts` put them; in Electron `process.resourcesPath`.
 */
export function packagedService(folder: string, platform: NodeJS.Platform): ServiceProgram {
  return {
    nodePath: join(folder, 'node', nodeName(platform)),
    entryPath: join(folder, 'service', entryName),
  };
}
