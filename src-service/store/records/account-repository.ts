import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import type { Identity } from './identity-repository.ts';
import { type Plan, plans } from './plan.ts';
import { readRow, readRows } from './rows.ts';

const firstTeamName = 'This computer';
const firstEmail = 'user@localhost';
const firstDisplayName = 'Local user';

const memberRow = z
  .object({
    membership_id: z.string(),
    team_id: z.string(),
    team_name: z.string(),
    user_id: z.string(),
    email: z.string(),
    display_name: z.string().nullable(),
  })
  .transform((row) => ({
    membershipId: row.membership_id,
    teamId: row.team_id,
    teamName: row.team_name,
    userId: row.user_id,
    email: row.email,
    displayName: row.display_name,
  }));

/**
 * A user's membership in one team. Members sign in, and every credential acts for one. The membership's id is the
 * `userId` of records, so that lists of one team do not show what the user makes in another.
 */
export type Member = z.output<typeof memberRow>;

const teamRow = z
  .object({ team_id: z.string(), name: z.string(), plan: z.enum(plans) })
  .transform((row) => ({ teamId: row.team_id, name: row.name, plan: row.plan }));

/** A team as stored. The plan of the data folder's first team comes from the start options instead. */
export type StoredTeam = z.output<typeof teamRow>;

const selectMember = `SELECT membership_id, m.team_id, t.name AS team_name, m.user_id, email, display_name
  FROM memberships m JOIN teams t USING (team_id) JOIN users u USING (user_id)`;

/** Users, teams and memberships. */
export class AccountRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;

  constructor(deps: { database: ServiceDatabase; log: ServiceLog }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  /** Creates the data folder's first user and team at its first use. */
  addFirstMember(identity: Identity, nowSeconds: number): void {
    this.#database.transaction(() => {
      const { teamId, userId } = identity;
      if (this.findMember(userId)) return;
      this.#addTeam({ teamId, name: firstTeamName, plan: 'pro' }, nowSeconds);
      this.#addUser({ userId, email: firstEmail, displayName: firstDisplayName }, nowSeconds);
      this.#join({ teamId, userId, membershipId: userId });
    });
  }

  #addTeam(team: StoredTeam, now: number): void {
    this.#database.run(
      'INSERT OR IGNORE INTO teams (team_id, name, plan, created_at) VALUES (:teamId, :name, :plan, :now)',
      { ...team, now },
    );
  }

  #addUser(user: { userId: string; email: string; displayName: string | null }, now: number): void {
    this.#database.run(
      `INSERT OR IGNORE INTO users (user_id, email, display_name, created_at)
       VALUES (:userId, :email, :displayName, :now)`,
      { ...user, now },
    );
  }

  #join(membership: { membershipId: string; teamId: string; userId: string }): void {
    this.#database.run(
      `INSERT OR IGNORE INTO memberships (membership_id, team_id, user_id)
       VALUES (:membershipId, :teamId, :userId)`,
      membership,
    );
  }

  #userIdOf(email: string): string | null {
    const row = this.#database.get('SELECT user_id FROM users WHERE email = :email', { email });
    return readRow(z.object({ user_id: z.string() }), row, this.#log)?.user_id ?? null;
  }

  /** Finds a team by name, ignoring case. */
  findTeam(name: string): StoredTeam | null {
    const row = this.#database.get('SELECT team_id, name, plan FROM teams WHERE name = :name', { name });
    return readRow(teamRow, row, this.#log);
  }

  /** Null for an unknown team. */
  storedPlanOf(teamId: string): Plan | null {
    const row = this.#database.get('SELECT team_id, name, plan FROM teams WHERE team_id = :teamId', {
      teamId,
    });
    return readRow(teamRow, row, this.#log)?.plan ?? null;
  }

  setPlan(teamId: string, plan: Plan): void {
    this.#database.run('UPDATE teams SET plan = :plan WHERE team_id = :teamId', { teamId, plan });
  }

  /** Returns the team of this name, creating it if necessary. */
  ensureTeam(name: string, nowSeconds: number): StoredTeam {
    const known = this.findTeam(name);
    if (known) return known;
    const team = { teamId: randomUUID(), name, plan: 'pro' } as const;
    this.#addTeam(team, nowSeconds);
    return team;
  }

  /** Returns the user of an email address as a member of the team, creating what is missing. */
  ensureMember(teamId: string, email: string, nowSeconds: number): Member {
    return this.#database.transaction(() => {
      const userId = this.#userIdOf(email) ?? randomUUID();
      this.#addUser({ userId, email, displayName: null }, nowSeconds);
      this.#join({ teamId, userId, membershipId: randomUUID() });
      const member = this.#memberOf(teamId, userId);
      if (!member) throw new Error('The member was not stored.');
      return member;
    });
  }

  #memberOf(teamId: string, userId: string): Member | null {
    const sql = `${selectMember} WHERE m.team_id = :teamId AND m.user_id = :userId`;
    return readRow(memberRow, this.#database.get(sql, { teamId, userId }), this.#log);
  }

  findMember(membershipId: string): Member | null {
    const sql = `${selectMember} WHERE membership_id = :membershipId`;
    return readRow(memberRow, this.#database.get(sql, { membershipId }), this.#log);
  }

  /** Returns all members in the order they joined. */
  listMembers(): Member[] {
    return readRows(memberRow, this.#database.all(`${selectMember} ORDER BY member_order`), this.#log);
  }
}
