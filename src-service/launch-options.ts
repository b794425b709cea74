import { parseArgs } from 'node:util';
import { type Plan, plans } from './store/records/plan.ts';

/** Options from the service's command line. */
export interface LaunchOptions {
  readonly dataFolder: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Null makes a key for this start. */
  readonly apiKey: string | null;
  /** Plan of the data folder's first team, for this start. */
  readonly plan: Plan;
  /** Whether apps may ask people on this computer to sign in. */
  readonly allowSignIn: boolean;
  /** Whether webhooks may go to programs on this computer. */
  readonly allowLoopbackWebhooks: boolean;
  /** Whether the records from before an update may replace those of a newer version. */
  readonly mayStepBack: boolean;
}

/** Thrown for an invalid command line; the message names the wrong part. */
export class LaunchOptionsError extends Error {
  override readonly name = 'LaunchOptionsError';
}

const largestPort = 65_535;
const keyPattern = /^[\w.~+/=-]{8,200}$/;

function readArguments(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      allowNegative: true,
      options: {
        port: { type: 'string', default: '0' },
        data: { type: 'string' },
        'api-key': { type: 'string' },
        plan: { type: 'string', default: 'pro' },
        'sign-in': { type: 'boolean', default: true },
        'allow-loopback-webhooks': { type: 'boolean', default: true },
        'step-back': { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new LaunchOptionsError(error instanceof Error ? error.message : String(error));
  }
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= largestPort) return port;
  throw new LaunchOptionsError(`--port must be a number from 0 to ${largestPort}, not ${text}.`);
}

function readPlan(text: string): Plan {
  const plan = plans.find((known) => known === text);
  if (plan) return plan;
  throw new LaunchOptionsError(`--plan must be ${plans.join(' or ')}, not ${text}.`);
}

/** Rejects keys that cannot be sent in a header. */
function readKey(key: string | undefined): string | null {
  if (key === undefined || keyPattern.test(key)) return key ?? null;
  throw new LaunchOptionsError('The API key must have 8 to 200 letters, digits or the signs . _ ~ + / = -');
}

/**
 * Parses the command line of the service.
 * @param environmentKey used if the command line has no key; other users can read command lines.
 * @throws LaunchOptionsError
 */
export function parseLaunchOptions(argv: readonly string[], environmentKey?: string): LaunchOptions {
  const values = readArguments(argv);
  if (values.data === undefined || values.data === '') {
    throw new LaunchOptionsError('--data must name the folder the service keeps its files in.');
  }
  return {
    dataFolder: values.data,
    port: readPort(values.port),
    apiKey: readKey(values['api-key'] ?? environmentKey),
    plan: readPlan(values.plan),
    allowSignIn: values['sign-in'],
    allowLoopbackWebhooks: values['allow-loopback-webhooks'],
    mayStepBack: values['step-back'],
  };
}
