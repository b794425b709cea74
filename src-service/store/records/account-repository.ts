import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ServiceDatabase } from '../database/service-database.ts';
import type { Identity } from './identity-repository.ts';
import { type Plan, plans } from './plan.ts';
import { Table, type TableDeps } from './table.ts';

const firstTeamName = 'This computer';
const firstEmail = 'user@localhost';
const firstDisplayName = 'Local user';

const memberSchema = z.object({
  membershipId: z.string(),
  teamId: z.string(),
  teamName: z.string(),
  userId: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
});

/**
 * A user's membership in one team. Members sign in, and every credential acts for one. The membership's id is the
 * `userId` of records, so that lists of one team do not show what the user makes in another.
 */
export type Member = z.output<typeof memberSchema>;

const teamSchema = z.object({ teamId: z.string(), name: z.string(), plan: z.enum(plans) });
const userSchema = z.object({ userId: z.string() });

/** A team as stored. The plan of the data folder's first team is set at each start. */
export type StoredTeam = z.output<typeof teamSchema>;

/** Users, teams and memberships. */
export class AccountRepository {
  readonly #database: ServiceDatabase;
  readonly #teams: Table<typeof teamSchema>;
  readonly #users: Table<typeof userSchema>;
  readonly #members: Table<typeof memberSchema>;

  constructor(deps: TableDeps) {
    this.#database = deps.database;
    this.#teams = new Table(deps, { name: 'teams', schema: teamSchema });
    this.#users = new Table(deps, { name: 'users', schema: userSchema });
    this.#members = new Table(deps, {
      name: 'memberships',
      schema: memberSchema,
      join: 'JOIN teams USING (team_id) JOIN users USING (user_id)',
      expressions: { teamName: 'teams.name' },
    });
  }

  /** Creates the data folder's first user and team at its first use. */
  addFirstMember(identity: Identity, createdAt: number): void {
    this.#database.transaction(() => {
      const { teamId, userId } = identity;
      if (this.findMember(userId)) return;
      this.#teams.ensure({ teamId, name: firstTeamName, plan: 'pro', createdAt });
      this.#users.ensure({ userId, email: firstEmail, displayName: firstDisplayName, createdAt });
      this.#members.ensure({ teamId, userId, membershipId: userId });
    });
  }

  /** Finds a team by name, ignoring case. */
  findTeam(name: string): StoredTeam | null {
    return this.#teams.find('WHERE name = :name', { name });
  }

  /** Returns `free` for an unknown team. */
  planOf(teamId: string): Plan {
    return this.#teams.find('WHERE team_id = :teamId', { teamId })?.plan ?? 'free';
  }

  setPlan(teamId: string, plan: Plan): void {
    this.#teams.update({ teamId }, { plan });
  }

  /** Returns the team of this name, creating it if necessary. */
  ensureTeam(name: string, createdAt: number): StoredTeam {
    const known = this.findTeam(name);
    if (known) return known;
    const team = { teamId: randomUUID(), name, plan: 'pro' } as const;
    this.#teams.insert({ ...team, createdAt });
    return team;
  }

  /** Returns the user of an email address as a member of the team, creating what is missing. */
  ensureMember(teamId: string, email: string, createdAt: number): Member {
    return this.#database.transaction(() => {
      this.#users.ensure({ userId: randomUUID(), email, createdAt });
      const { userId } = stored(this.#users.find('WHERE email = :email', { email }));
      this.#members.ensure({ teamId, userId, membershipId: randomUUID() });
      return stored(this.#members.find('WHERE team_id = :teamId AND user_id = :userId', { teamId, userId }));
    });
  }

  findMember(membershipId: string): Member | null {
    return this.#members.find('WHERE membership_id = :membershipId', { membershipId });
  }

  /** Returns all members in the order they joined. */
  listMembers(): Member[] {
    return this.#members.list('ORDER BY member_order');
  }
}

function stored<Record>(record: Record | null): Record {
  if (record === null) throw new Error('The member was not stored.');
  return record;
}
