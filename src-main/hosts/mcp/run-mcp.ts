import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Row } from '../commands/command.ts';
import { wrongUse } from '../commands/fields.ts';
import { withApp } from '../commands/open-app.ts';
import { answering, tellLine } from '../headless/answering.ts';
import { readVersion } from '../headless/data-folder.ts';
import { createSystemClock } from '../node/system-clock.ts';
import { chosenUserData, userPaths } from '../node/user-paths.ts';
import { agentToolsOf } from './agent-tools.ts';
import { CallKeys } from './call-keys.ts';
import { readAllowance } from './leave.ts';
import { serveAgent } from './serve-agent.ts';

const help = `Serves the app to an agent on standard input and output, by the Model Context Protocol.

Usage: dailies mcp [--allow costs=N,write,open] [--data-folder DIR]

  --allow LIST        what needs no question: costs=N calls that cost credits, files outside of this folder and the
                      delivery folder (write), starting editors (open)
  --data-folder DIR   the data of the app; DAILIES_USER_DATA when left out, else those of the window
  --help              this text

Without --allow the user is asked in the window of the app, which must be running.
`;

/** @returns the exit code. */
export function runMcp(
  argv: readonly string[],
  interrupt: AbortSignal,
  rows: readonly Row[],
): Promise<number> {
  return answering(help, argv, interrupt, async (_isJson, signal) => {
    const { allow, dataFolder } = readOptions(argv);
    const clock = createSystemClock();
    const version = await readVersion();
    const userData = dataFolder ?? userPaths(process.platform, process.env).userData;
    const folder = process.cwd();
    const tools = agentToolsOf(rows.filter((row) => 'schema' in row));
    const keys = new CallKeys(join(userData, 'agent-calls'));
    await keys.start();
    await withApp({ service: null, dataFolder, clock, signal, tell: tellLine }, (app) =>
      serveAgent({ app, tools, keys, allowance: readAllowance(allow), version, clock, folder, signal }),
    );
    return 0;
  });
}

function readOptions(argv: readonly string[]): { allow: string; dataFolder: string | null } {
  const options = { allow: { type: 'string', default: '' }, 'data-folder': { type: 'string' } } as const;
  try {
    const { values } = parseArgs({ args: [...argv], strict: true, options });
    const folder = values['data-folder'];
    readAllowance(values.allow);
    return {
      allow: values.allow,
      dataFolder: folder === undefined ? chosenUserData(process.env) : resolve(folder),
    };
  } catch (error) {
    throw wrongUse(error instanceof Error ? error.message : String(error));
  }
}
