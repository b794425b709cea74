import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';

const sources = ['src-*/**/*', 'package-lock.json', '*.config.ts'];

async function newestChangeMs(root: string): Promise<number> {
  let newestMs = 0;
  for await (const path of glob(sources, { cwd: root })) {
    newestMs = Math.max(newestMs, (await stat(join(root, path))).mtimeMs);
  }
  return newestMs;
}

/**
 * Builds the page, the Electron files and the local service into `out/`, unless that build is newer than every source.
 */
export async function buildApp(root: string): Promise<void> {
  const marker = join(root, 'out', 'renderer', 'index.html');
  if (existsSync(marker) && (await stat(marker)).mtimeMs > (await newestChangeMs(root))) return;
  process.stderr.write('Building…\n');
  const output: Buffer[] = [];
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn('npm run build', { cwd: root, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The build failed.\n${Buffer.concat(output).toString('utf8')}`);
}
