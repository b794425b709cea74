import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentProgram } from '../../../src-shared/contract/app/agent.ts';
import type { PackageKind } from '../../platform.ts';
import { checkoutNode, packagedService } from './service-program.ts';
import { chosenUserData } from './user-paths.ts';

/** Returns what agents start in a checkout. */
export function agentProgramOfCheckout(root: string): AgentProgram {
  const entry = join(root, 'src-main', 'hosts', 'commands', 'dailies.ts');
  return { command: checkoutNode(root, process.platform), args: [entry, ...agentWords()] };
}

/**
 * Returns what agents start of a package. Its path stays the same with later versions.
 * @param installed.starter starts the app, whatever its version.
 * @param installed.resources folder beside the app's archive.
 */
export function agentProgramOfPackage(
  installed: { readonly kind: PackageKind | null; readonly starter: string; readonly resources: string },
  platform: NodeJS.Platform = process.platform,
): AgentProgram {
  const { kind, starter, resources } = installed;
  if (kind === 'AppImage' || kind === 'tar.zst') return { command: starter, args: agentWords() };
  if (platform !== 'win32') return { command: join(resources, 'bin', 'dailies'), args: agentWords() };
  // Not every client starts a `.cmd`.
  const { nodePath } = packagedService(resources, platform);
  const command = existsSync(nodePath) ? nodePath : 'node';
  return { command, args: [join(resources, 'commands', 'dailies.js'), ...agentWords()] };
}

/** The agent works with the data folder that this app was given. */
function agentWords(): string[] {
  const dataFolder = chosenUserData(process.env);
  return ['mcp', ...(dataFolder === null ? [] : ['--data-folder', dataFolder])];
}
