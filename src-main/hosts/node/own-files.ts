import { join } from 'node:path';
import { checkoutNode, engineBeside, packagedService, type ServiceProgram } from './service-program.ts';

/** Files outside the code that plain Node runs. */
interface OwnFiles {
  /** A `package.json` with the version of the app. */
  readonly manifest: string;
  /** Folder of the scripts for editors. */
  readonly helpers: string;
  readonly service: ServiceProgram;
  readonly engine: ServiceProgram;
  /** The local service as a program for people. */
  readonly serviceCommand: ServiceProgram;
}

const { dirname: folder, filename } = import.meta;

function ofCheckout(root: string): OwnFiles {
  const nodePath = checkoutNode(root, process.platform);
  const program = (...path: string[]): ServiceProgram => ({ nodePath, entryPath: join(root, ...path) });
  return {
    manifest: join(root, 'package.json'),
    helpers: join(root, 'out', 'editors'),
    service: program('src-service', 'service-entry.ts'),
    engine: program('src-media', 'worker', 'engine-process.ts'),
    serviceCommand: program('src-service', 'cli.ts'),
  };
}

/** @param commands folder of the built commands, which `.ci/package/stage-commands.ts` put beside the service. */
function ofPackage(commands: string): OwnFiles {
  const service = packagedService(join(commands, '..'), process.platform);
  return {
    manifest: join(commands, 'package.json'),
    helpers: join(commands, 'editors'),
    service,
    engine: engineBeside(service),
    serviceCommand: { ...service, entryPath: join(service.entryPath, '..', 'cli.js') },
  };
}

/** Plain Node runs the sources of a checkout, or the built commands of a package, which lie in one folder. */
export const ownFiles: OwnFiles = filename.endsWith('.ts')
  ? ofCheckout(join(folder, '..', '..', '..'))
  : ofPackage(folder);
