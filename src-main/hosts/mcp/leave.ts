import { AppError } from '../../../src-shared/app-error.ts';
import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Client } from '../../../src-shared/ipc/client.ts';
import { orStopped } from '../../foundation/wait.ts';
import { wrongUse } from '../commands/fields.ts';
import type { Leave } from './agent-tools.ts';

/** What the user has allowed beforehand. */
export interface Allowance {
  /** Number of calls that may cost credits. */
  costs: number;
  readonly write: boolean;
  readonly open: boolean;
}

/** Reads `costs=3,write,open`. @throws AppError `invalid_input`. */
export function readAllowance(words: string): Allowance {
  const allowance = { costs: 0, write: false, open: false };
  for (const word of words.split(',').filter(Boolean)) {
    const [, count] = /^costs=(\d{1,6})$/.exec(word) ?? [];
    if (count !== undefined) allowance.costs = Number(count);
    else if (word === 'write' || word === 'open') allowance[word] = true;
    else throw wrongUse(`--allow takes costs=N, write and open, not ${word}.`);
  }
  return allowance;
}

export interface Asked {
  readonly leaves: ReadonlySet<Leave>;
  /** What is done, and with what, for people. */
  readonly what: string;
}

/** Grants what the allowance covers, and asks the user in the window for the rest. */
export class LeaveGiver {
  readonly #allowance: Allowance;
  readonly #client: Pick<Client<AppContract>, 'call'>;

  constructor(deps: { allowance: Allowance; client: Pick<Client<AppContract>, 'call'> }) {
    this.#allowance = deps.allowance;
    this.#client = deps.client;
  }

  /** @throws AppError `forbidden` if the user refuses, does not answer in time, or cannot be asked. */
  async require({ leaves, what }: Asked, signal: AbortSignal): Promise<void> {
    const open = [...leaves].filter((leave) => !this.#covers(leave));
    if (open.length === 0) {
      if (leaves.has('costs')) this.#allowance.costs -= 1;
      return;
    }
    const asking = this.#client.call('agent.ask', { leaves: open, what: what.slice(0, 2_000) });
    const { isAllowed } = await orStopped(asking, signal);
    if (!isAllowed) throw new AppError('forbidden', `The user did not allow it: ${what}`);
  }

  #covers(leave: Leave): boolean {
    return leave === 'costs' ? this.#allowance.costs > 0 : this.#allowance[leave];
  }
}
