import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { mediaEnvironment } from '../../../src-shared/media-environment.ts';
import type { EngineLauncher, RunningEngine } from '../../platform.ts';
import { ownEnvironment, watchExit } from './child-service-launcher.ts';
import type { ServiceProgram } from './service-program.ts';

/** Runs the engine in the plain Node of the local service, whose packages it shares. */
export class ChildEngineLauncher implements EngineLauncher {
  readonly #program: ServiceProgram;

  constructor(program: ServiceProgram) {
    this.#program = program;
  }

  get isIncluded(): boolean {
    const { nodePath, entryPath } = this.#program;
    return existsSync(nodePath) && existsSync(entryPath);
  }

  launch(onLine: (line: string) => void): RunningEngine {
    const { nodePath, entryPath } = this.#program;
    const child = spawn(nodePath, [entryPath], {
      stdio: 'pipe',
      env: mediaEnvironment(ownEnvironment()),
      // An interrupt typed in the terminal must reach only this process, which ends the engine with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    createInterface({ input: child.stdout }).on('line', onLine);
    // The exit says why it could not be written to.
    child.stdin.on('error', () => undefined);
    return {
      send: (line) => void child.stdin.write(`${line}\n`),
      kill: () => void child.kill('SIGKILL'),
      exited: watchExit(child),
    };
  }
}
