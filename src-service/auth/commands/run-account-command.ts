import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type Clock, unixSeconds } from '../../clock.ts';
import { diskFullMessage, isDiskFull } from '../../describe-error.ts';
import { LaunchOptionsError } from '../../launch-options.ts';
import type { ServiceLog } from '../../service-log.ts';
import { StartError } from '../../start-error.ts';
import { isDataFolder, openBesideService } from '../../store/database/open-beside-service.ts';
import type { ServiceDatabase } from '../../store/database/service-database.ts';
import { folderRefusalOf } from '../../store/disk/data-folder.ts';
import { AccountRepository, type Member } from '../../store/records/account-repository.ts';
import { ApiKeyRepository } from '../../store/records/api-key-repository.ts';
import { readIdentity } from '../../store/records/identity-repository.ts';
import { Credits } from '../credits.ts';
import { digestOf } from '../digest.ts';
import { type AccountCommand, accountUsage, parseAccountCommand } from './command-options.ts';

const firstKeyNickname = 'API key';

export interface AccountCommandHost {
  readonly clock: Clock;
  readonly log: ServiceLog;
  /** Receives the result as one line of JSON. */
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/** Thrown for a valid command that cannot be carried out; the message says why. */
class RefusedCommand extends Error {}

interface Opened extends AccountCommandHost {
  readonly database: ServiceDatabase;
  readonly accounts: AccountRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly firstMember: Member;
}

function open(database: ServiceDatabase, host: AccountCommandHost): Opened {
  const accounts = new AccountRepository({ database, log: host.log });
  const identity = readIdentity(database);
  accounts.addFirstMember(identity, unixSeconds(host.clock));
  const firstMember = accounts.findMember(identity.userId);
  if (!firstMember) throw new Error('The data folder has no first user.');
  const apiKeys = new ApiKeyRepository({ database, log: host.log });
  return { ...host, database, accounts, apiKeys, firstMember };
}

type Creation = Extract<AccountCommand, { name: 'keys create' }>;

function memberFor({ accounts, clock, firstMember }: Opened, command: Creation): Member {
  const now = unixSeconds(clock);
  const teamId = command.team === null ? firstMember.teamId : accounts.ensureTeam(command.team, now).teamId;
  if (command.plan !== null) {
    if (teamId === firstMember.teamId) {
      throw new RefusedCommand('The first team’s plan is given at the start of the service, by --plan.');
    }
    accounts.setPlan(teamId, command.plan);
  }
  return accounts.ensureMember(teamId, command.email ?? firstMember.email, now);
}

function createKey(opened: Opened, command: Creation): object {
  const member = memberFor(opened, command);
  const apiKey = `sk_videogen_live_${randomBytes(32).toString('base64url')}`;
  const nickname = command.nickname ?? firstKeyNickname;
  const { membershipId } = member;
  const key = { digest: digestOf(apiKey), nickname, membershipId };
  const keyId = opened.apiKeys.insert(key, unixSeconds(opened.clock));
  const { email, teamName, teamId } = member;
  return { keyId, apiKey, nickname, email, team: teamName, teamId };
}

function setCredits(opened: Opened, team: string, credits: number): object {
  const { accounts, database, clock } = opened;
  const found = accounts.findTeam(team);
  if (!found) throw new RefusedCommand(`There is no team named ${team}.`);
  new Credits({ database, accounts, clock }).setBalance(found.teamId, credits);
  return { team: found.name, teamId: found.teamId, credits };
}

function carryOut(opened: Opened, command: AccountCommand): object {
  if (command.name === 'keys create') return createKey(opened, command);
  if (command.name === 'keys list') return { keys: opened.apiKeys.list() };
  if (command.name === 'credits set') return setCredits(opened, command.team, command.credits);
  const isRevoked = opened.apiKeys.revoke(command.keyId, unixSeconds(opened.clock));
  if (!isRevoked) throw new RefusedCommand(`There is no valid key with the id ${command.keyId}.`);
  return { keyId: command.keyId, revoked: true };
}

async function run(argv: readonly string[], host: AccountCommandHost): Promise<object> {
  const command = parseAccountCommand(argv);
  const folder = path.resolve(command.dataFolder);
  const isNew = !isDataFolder(folder);
  if (isNew && command.name !== 'keys create') {
    throw new RefusedCommand(
      `${folder} has no data of the service that you can read. --data must name the folder that a service was started with.`,
    );
  }
  const result = await carryOutIn(folder, command, host).catch((error: unknown) => {
    throw folderRefusalOf(error, folder);
  });
  if (isNew)
    host.writeError(`The key is in a new data folder, ${folder}. Start the service with the same --data.\n`);
  return result;
}

async function carryOutIn(
  folder: string,
  command: AccountCommand,
  host: AccountCommandHost,
): Promise<object> {
  const database = await openBesideService(folder, host);
  try {
    return database.transaction(() => carryOut(open(database, host), command));
  } finally {
    database.close();
  }
}

/** Whether the command line is an account command rather than the start of a service. */
export function isAccountCommand(argv: readonly string[]): boolean {
  return argv[0] === 'keys' || argv[0] === 'credits';
}

/**
 * Manages keys and credits from the command line. A running service sees the changes at once. Prints a new key once;
 * it is never shown again.
 * @returns exit code: 0 done, 1 not possible, 2 for an invalid command line.
 */
export async function runAccountCommand(argv: readonly string[], host: AccountCommandHost): Promise<number> {
  try {
    host.write(`${JSON.stringify(await run(argv, host))}\n`);
    return 0;
  } catch (error) {
    if (error instanceof LaunchOptionsError) {
      host.writeError(`${error.message}\n${accountUsage}`);
      return 2;
    }
    if (error instanceof StartError || error instanceof RefusedCommand) host.writeError(`${error.message}\n`);
    else if (isDiskFull(error)) host.writeError(`${diskFullMessage}\n`);
    else host.log({ level: 'error', message: 'The command failed', error });
    return 1;
  }
}
