import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import { createClient } from '../../../src-shared/ipc/client.ts';
import { orStopped } from '../../foundation/wait.ts';
import { watchConnection } from '../headless/watch-connection.ts';
import type { Command, CommandContext } from './command.ts';
import type { CommandApp } from './open-app.ts';

/** Runs a command in an app. It ends when the app or its service is lost. */
export async function runIn(
  { app, saveFile, lost }: CommandApp,
  command: Command,
  input: unknown,
  base: Pick<CommandContext, 'clock' | 'signal' | 'tell' | 'folder'>,
): Promise<object> {
  const client = createClient<AppContract>({ invoke: app.router, subscribe: app.subscribe });
  const watch = command.isLocal ? null : watchConnection(app, base.clock);
  const signals = [base.signal, lost, ...(watch ? [watch.signal] : [])];
  const signal = AbortSignal.any(signals);
  try {
    const running = command.run(input, { ...base, app, client, saveFile, signal });
    // A command that cancels what it has started needs the app a little longer.
    return await (lost.aborted ? orStopped(running, lost) : running);
  } finally {
    watch?.end();
  }
}
