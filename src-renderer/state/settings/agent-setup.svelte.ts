import { createContext } from 'svelte';
import type { AppClient } from '../foundation/app-client.ts';

/** How agents are set up to work in this app. */
export class AgentSetup {
  readonly #client: AppClient;

  /** Configuration of an agent's client, as JSON; null until read. */
  configuration = $state<string | null>(null);
  /** Path of the bundle that was opened last; null before. */
  bundlePath = $state<string | null>(null);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  async need(): Promise<void> {
    const program = await this.#client.call('agent.program', {});
    this.configuration = JSON.stringify({ mcpServers: { dailies: program } }, null, 2);
  }

  /** @throws AppError `file_not_written`, `disk_full`. */
  async openBundle(): Promise<void> {
    this.bundlePath = (await this.#client.call('agent.openBundle', {})).path;
  }
}

export const [getAgentSetup, setAgentSetup] = createContext<AgentSetup>();
