import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Service as started by hand, for the tests of a whole file. */
export interface RealService {
  readonly url: string;
  readonly apiKey: string;
  readonly signInCode: string;
  stop(): Promise<void>;
}

/** Starts the program on a free port with the real media engine. */
export async function startRealService(dataFolder: string, args: readonly string[]): Promise<RealService> {
  const program = fileURLToPath(new URL('../../../src-service/cli.ts', import.meta.url));
  const child = spawn(process.execPath, [program, '--data', dataFolder, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    void exited.then(() => reject(new Error('The service ended before it was ready.')));
  });
  const { url, apiKey, signInCode }: Omit<RealService, 'stop'> = JSON.parse(line);
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { url, apiKey, signInCode, stop };
}
