import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { serviceNotIncluded } from '../../connections/local-service/service-end.ts';
import { tellLine } from '../headless/answering.ts';
import { onInterrupt } from '../node/on-interrupt.ts';
import { ownFiles } from '../node/own-files.ts';
import type { Program } from './command.ts';

/** Loaded when needed, as each start of a command costs time. */
const headless = async () => (await import('../headless/run-command.ts')).runCommand;

export const programs: readonly Program[] = [
  {
    name: 'roundtrip',
    help: 'Makes a delivery from a script in one go, without keeping anything',
    runProgram: async (argv, interrupt) => (await headless())(argv, interrupt),
  },
  {
    name: 'upload',
    help: 'Sends files to a library, without keeping anything',
    runProgram: async (argv, interrupt) => (await headless())(['upload', ...argv], interrupt),
  },
  { name: 'service', help: 'Runs the local service for other programs', runProgram: runService },
  {
    name: 'mcp',
    help: 'Serves the app to an agent on standard input and output (MCP)',
    runProgram: async (argv, interrupt, rows) =>
      (await import('../mcp/run-mcp.ts')).runMcp(argv, interrupt, rows),
  },
  {
    name: 'completion',
    help: 'Prints the completion for bash, zsh, fish or powershell',
    runProgram: async ([shell = ''], _, rows) => {
      const { completionFor, shells } = await import('./completion.ts');
      const script = completionFor(shell, rows);
      if (script !== null) process.stdout.write(script);
      else process.stderr.write(`completion takes one of ${shells.join(', ')}.\n`);
      return script === null ? 2 : 0;
    },
  },
];

/** Runs it in a process of its own, which answers the same signals. */
function runService(argv: readonly string[]): Promise<number> {
  const { nodePath, entryPath } = ownFiles.serviceCommand;
  if (!existsSync(nodePath)) {
    tellLine(serviceNotIncluded().message);
    return Promise.resolve(1);
  }
  const child = spawn(nodePath, [entryPath, ...argv], { stdio: 'inherit' });
  const ignore = onInterrupt(() => {
    child.kill('SIGTERM');
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      ignore();
      resolve(code ?? 1);
    });
  });
}
