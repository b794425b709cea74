import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { AppError } from '../../src-shared/app-error.ts';
import type { AgentProgram } from '../../src-shared/contract/app/agent.ts';
import { saveFile } from '../foundation/files/save-file.ts';
import type { Shell } from '../platform.ts';

export interface AgentSetupDeps {
  /** Null where the app is used without a window. */
  readonly program: AgentProgram | null;
  readonly version: string;
  readonly shell: Pick<Shell, 'openFile' | 'canReveal' | 'revealFile'>;
  readonly userData: string;
}

const bundleName = 'dailies.mcpb';

/** Sets agents up to work in this app. */
export class AgentSetup {
  readonly #deps: AgentSetupDeps;

  constructor(deps: AgentSetupDeps) {
    this.#deps = deps;
  }

  /** @throws AppError `not_supported_here` where the app has no window. */
  get program(): AgentProgram {
    const { program } = this.#deps;
    if (!program) throw new AppError('not_supported_here', 'This app has no window to set agents up in.');
    return program;
  }

  /**
   * Saves the bundle among the app's own files and opens it in the program that takes such files; without one, reveals
   * it where the system can.
   * @returns its path.
   * @throws AppError `file_not_written`, `disk_full`, and as `program`.
   */
  async open(): Promise<string> {
    const { shell, userData, version } = this.#deps;
    const path = join(userData, bundleName);
    const content = agentBundle(this.program, version);
    await saveFile(path, content);
    try {
      await shell.openFile(path);
    } catch {
      if (shell.canReveal) await shell.revealFile(path);
    }
    return path;
  }
}

/**
 * Returns an MCP bundle: a zip with a manifest of version 0.2, which starts the installed program.
 * See https://github.com/anthropics/mcpb/blob/main/MANIFEST.md.
 */
function agentBundle({ command, args }: AgentProgram, version: string): Uint8Array {
  const manifest = {
    manifest_version: '0.2',
    name: 'dailies',
    display_name: 'Dailies',
    version,
    description: 'Makes videos in Dailies, changes their cuts, and sends them to video editors.',
    author: { name: 'The Dailies authors' },
    license: 'MIT',
    server: { type: 'binary', entry_point: command, mcp_config: { command, args, env: {} } },
    tools_generated: true,
    compatibility: { platforms: [process.platform] },
  };
  return zipSync({ 'manifest.json': strToU8(`${JSON.stringify(manifest, null, 2)}\n`) });
}
