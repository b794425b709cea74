import { parseArgs } from 'node:util';
import { LaunchOptionsError } from '../../launch-options.ts';
import { type Plan, plans } from '../../store/records/plan.ts';

/** A parsed account command. */
export type AccountCommand =
  | {
      readonly name: 'keys create';
      readonly dataFolder: string;
      readonly nickname: string | null;
      /** Null selects the data folder's first user; a null `team` selects its first team. */
      readonly email: string | null;
      readonly team: string | null;
      /** Null leaves the team's plan as it is. */
      readonly plan: Plan | null;
    }
  | { readonly name: 'keys list'; readonly dataFolder: string }
  | { readonly name: 'keys revoke'; readonly dataFolder: string; readonly keyId: string }
  | {
      readonly name: 'credits set';
      readonly dataFolder: string;
      readonly team: string;
      readonly credits: number;
    };

/** Usage text of the account commands. */
export const accountUsage = `Usage: npm run -s service -- COMMAND, which is one of
  keys create --data FOLDER [--name NICKNAME] [--user EMAIL] [--team NAME] [--plan free|pro|unlimited]
  keys list --data FOLDER
  keys revoke --data FOLDER KEY_ID
  credits set --data FOLDER --team NAME NUMBER
`;

const longestText = 200;
const emailPattern = /^[^\s@<>]+@[^\s@<>]+$/;

function refuse(message: string): never {
  throw new LaunchOptionsError(message);
}

function readArguments(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { data: text, name: text, user: text, team: text, plan: text };
  try {
    return parseArgs({ args: [...argv], strict: true, allowPositionals: true, options });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function optionalText(name: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const trimmed = text.trim();
  const isFit = trimmed !== '' && trimmed.length <= longestText;
  return isFit ? trimmed : refuse(`--${name} must have 1 to ${longestText} characters.`);
}

function readEmail(text: string | undefined): string | null {
  const email = optionalText('user', text);
  return email === null || emailPattern.test(email)
    ? email
    : refuse(`--user must be an email address, not ${email}.`);
}

function readPlan(text: string | undefined): Plan | null {
  if (text === undefined) return null;
  return plans.find((plan) => plan === text) ?? refuse(`--plan must be ${plans.join(' or ')}, not ${text}.`);
}

function readCredits(text: string | undefined): number {
  return /^\d{1,12}$/.test(text ?? '') ? Number(text) : refuse('credits set needs a whole number from 0.');
}

type Values = ReturnType<typeof readArguments>['values'];

function readCreation(dataFolder: string, values: Values): AccountCommand {
  const team = optionalText('team', values.team);
  const plan = readPlan(values.plan);
  if (team === null && plan !== null)
    refuse('--plan needs --team: the first team’s plan is given at the start.');
  const nickname = optionalText('name', values.name);
  return { name: 'keys create', dataFolder, nickname, email: readEmail(values.user), team, plan };
}

function onlyOptions(values: Values, allowed: readonly string[]): void {
  const stray = Object.keys(values).find((name) => !allowed.includes(name));
  if (stray !== undefined) refuse(`--${stray} does not belong to this command.`);
}

/** @throws LaunchOptionsError for an invalid command line. */
export function parseAccountCommand(argv: readonly string[]): AccountCommand {
  const { values, positionals } = readArguments(argv);
  const [noun, verb, argument, ...stray] = positionals;
  if (stray.length > 0) refuse(`${stray[0]} is one word too many.`);
  const dataFolder = values.data;
  if (dataFolder === undefined || dataFolder === '')
    return refuse('--data must name the service’s data folder.');
  const name = `${noun} ${verb}`;
  if (name === 'keys create' && argument === undefined) return readCreation(dataFolder, values);
  onlyOptions(values, name === 'credits set' ? ['data', 'team'] : ['data']);
  if (name === 'keys list' && argument === undefined) return { name, dataFolder };
  if (name === 'keys revoke') {
    const keyId = argument ?? refuse('keys revoke needs the id of one key, as keys list shows it.');
    return { name, dataFolder, keyId };
  }
  if (name !== 'credits set') return refuse(`There is no command ${positionals.join(' ')}.`);
  const team = optionalText('team', values.team) ?? refuse('credits set needs --team.');
  return { name, dataFolder, team, credits: readCredits(argument) };
}
