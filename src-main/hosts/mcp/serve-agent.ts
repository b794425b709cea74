import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { AppError, toErrorBody } from '../../../src-shared/app-error.ts';
import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import { maxCallBytes } from '../../../src-shared/ipc/call-limits.ts';
import { type Client, createClient } from '../../../src-shared/ipc/client.ts';
import type { Clock } from '../../platform.ts';
import { type Command, FailedResult, type Picture, without } from '../commands/command.ts';
import { wrongUse } from '../commands/fields.ts';
import type { CommandApp } from '../commands/open-app.ts';
import { runIn } from '../commands/run-in.ts';
import { type AgentTool, foldersOf, leavesOf, reachIn } from './agent-tools.ts';
import type { CallKeys } from './call-keys.ts';
import { type Allowance, LeaveGiver } from './leave.ts';

export interface AgentDeps {
  readonly app: CommandApp;
  readonly tools: readonly AgentTool[];
  readonly allowance: Allowance;
  readonly version: string;
  readonly clock: Clock;
  readonly keys: Pick<CallKeys, 'find' | 'once'>;
  /** Folder of the agent, whose files it may use. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

type Input = Readonly<Record<string, unknown>>;

/** Larger than any call that is answered, so that it can be refused in words. */
const maxMessageBytes = 4 * maxCallBytes;
/** More calls at once wait for nothing: they are refused. */
const maxAtOnce = 200;

/** Serves the tools on standard input and output until the client leaves or the signal is aborted. */
export async function serveAgent(deps: AgentDeps): Promise<void> {
  const { server } = new McpServer(
    { name: 'dailies', version: deps.version },
    { capabilities: { tools: {} } },
  );
  const calls = new AgentCalls(deps);
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: deps.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const token = params._meta?.progressToken;
    let steps = 0;
    const tell = (message: string): void => {
      if (token === undefined) return;
      steps += 1;
      const progress = { progressToken: token, progress: steps, message };
      sendNotification({ method: 'notifications/progress', params: progress }).catch(() => undefined);
    };
    try {
      const result = await calls.call(params.name, params.arguments ?? {}, signal, tell);
      const isError = result instanceof FailedResult;
      return { content: contentOf(isError ? result.result : result), isError };
    } catch (error) {
      return {
        content: [{ type: 'text', text: JSON.stringify({ error: toErrorBody(error) }) }],
        isError: true,
      };
    }
  });
  const left = Promise.withResolvers<null>();
  const leave = (): void => {
    left.resolve(null);
  };
  for (const event of ['end', 'close', 'error']) process.stdin.once(event, leave);
  for (const signal of [deps.signal, deps.app.lost]) signal.addEventListener('abort', leave, { once: true });
  await server.connect(
    new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: maxMessageBytes }),
  );
  await left.promise;
  calls.stop();
  await server.close();
  process.stdin.destroy();
}

type Content = { type: 'text'; text: string } | { type: 'image'; mimeType: string; data: string };

/** Returns a result as text, and its pictures after it, in their order. */
export function contentOf(result: object): Content[] {
  const { pictures = [], ...rest } = result as { pictures?: readonly Picture[] };
  const named = pictures.length === 0 ? rest : { ...rest, pictures: pictures.map(({ sceneId }) => sceneId) };
  return [
    { type: 'text', text: JSON.stringify(named) },
    ...pictures.map(({ mimeType, data }): Content => ({ type: 'image', mimeType, data })),
  ];
}

class AgentCalls {
  readonly #deps: AgentDeps;
  readonly #leave: LeaveGiver;
  readonly #client: Client<AppContract>;
  /** Calls with a key that are under way. */
  readonly #byKey = new Map<string, Promise<object>>();
  readonly #gone = new AbortController();
  #underWay = 0;

  constructor(deps: AgentDeps) {
    this.#deps = deps;
    const { router: invoke, subscribe } = deps.app.app;
    this.#client = createClient<AppContract>({ invoke, subscribe });
    this.#leave = new LeaveGiver({ allowance: deps.allowance, client: this.#client });
  }

  /** The client has gone: nobody hears an answer, but what was started goes on. */
  stop(): void {
    this.#gone.abort(new AppError('cancelled', 'The agent has gone.'));
  }

  async call(tool: string, given: Input, signal: AbortSignal, tell: (line: string) => void): Promise<object> {
    if (this.#underWay >= maxAtOnce)
      throw new AppError('conflict', 'The app has not come to the calls before this one.', {
        details: { reason: 'too_many_calls' },
      });
    this.#underWay += 1;
    try {
      const { command, input, key } = readCall(this.#deps.tools, tool, given);
      if (key === null) return await this.#run(command, input, null, { signal, tell });
      const name = `${command.name} ${key}`;
      const running = this.#byKey.get(name) ?? this.#run(command, input, name, { signal, tell });
      this.#byKey.set(name, running);
      try {
        return await running;
      } finally {
        this.#byKey.delete(name);
      }
    } finally {
      this.#underWay -= 1;
    }
  }

  /** @param key of the call, unique for its command; null for a call that may be repeated. */
  async #run(
    command: Command,
    given: Input,
    key: string | null,
    { signal, tell }: { readonly signal: AbortSignal; readonly tell: (line: string) => void },
  ): Promise<object> {
    const { app, clock, folder, keys } = this.#deps;
    const earlier = key === null ? null : await keys.find(key);
    if (earlier !== null) return earlier;
    const input = command.check(given) as Input;
    const { deliveryFolder } = await this.#client.call('settings.get', {});
    const reach = reachIn(foldersOf(folder, deliveryFolder?.path ?? null), folder);
    const stop = AbortSignal.any([signal, this.#gone.signal, this.#deps.signal]);
    await this.#leave.require(
      { leaves: leavesOf(command, given, reach), what: describe(command, given) },
      stop,
    );
    const run = () => runIn(app, command, input, { clock, signal: stop, tell, folder });
    return key === null ? run() : keys.once(key, run);
  }
}

/** What a command does and with what, a line per field. */
function describe({ name, help }: Command, given: Input): string {
  const fields = Object.entries(given).map(([field, value]) => `${field}: ${JSON.stringify(value)}`);
  return [`${name}: ${help}`, ...fields].join('\n');
}

function readCall(
  tools: readonly AgentTool[],
  name: string,
  given: Input,
): { command: Command; input: Input; key: string | null } {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new AppError('not_found', `There is no tool ${name}.`);
  if (JSON.stringify(given).length > maxCallBytes) throw wrongUse('The arguments are too large.');
  const [only = ''] = tool.actions.keys();
  const action = tool.actions.size === 1 ? only : String(given['action']);
  const command = tool.actions.get(action);
  if (!command) throw wrongUse(`action must be one of ${[...tool.actions.keys()].join(', ')}.`);
  const key = typeof given['key'] === 'string' ? given['key'] : null;
  const fields = Object.keys(command.schema.properties ?? {});
  const input = without(given, ['action', 'key']);
  const unknown = Object.keys(input).find((field) => !fields.includes(field));
  if (unknown !== undefined) throw wrongUse(`${action} takes no ${unknown}. It takes ${fields.join(', ')}.`);
  const missing = (command.schema.required ?? []).find((field) => input[field] === undefined);
  if (missing !== undefined) throw wrongUse(`${action} needs ${missing}.`);
  return { command, input, key };
}
