import { expect, test } from 'vitest';
import { GenerationRepository } from '../../../../../src-main/state/generation-repository.ts';
import { ServiceJobRepository } from '../../../../../src-main/state/service-job-repository.ts';
import { KeptLog, openStore } from '../../../../fakes/main-fixture.ts';

/** Returns SQLite's query plans for the queries of a repository. */
async function plansOf(ask: (repository: ServiceJobRepository | GenerationRepository) => unknown) {
  const state = await openStore();
  const { database } = state;
  const plans: string[] = [];
  const watched = new Proxy(database, {
    get: (target, name) => {
      if (name !== 'prepare') return Reflect.get(target, name) as unknown;
      return (sql: string) => {
        const rows = database
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .all(...Array<number>(countOf(sql)).fill(1));
        plans.push(rows.map(({ detail }) => String(detail)).join('; '));
        return database.prepare(sql);
      };
    },
  });
  const deps = { state: { database: watched } as never, log: new KeptLog() };
  ask(new GenerationRepository(deps));
  ask(new ServiceJobRepository(deps));
  return plans;
}

function countOf(sql: string): number {
  return sql.split('?').length - 1;
}

const questions: [string, 'listUnfinishedOf' | 'listOf' | 'list' | 'getMany', unknown[], RegExp][] = [
  ['the unfinished ones of a connection', 'listUnfinishedOf', ['local'], /USING INDEX \w+_unfinished_of/],
  ['the newest of a connection', 'listOf', ['local', 50], /USING INDEX \w+_of \(connection_id=\?\)/],
  ['the newest', 'list', [50], /USING INDEX \w+_by_age/],
  ['those of a project', 'list', [50, 'project'], /USING INDEX \w+_by_group \(group_id=\?\)/],
  ['a batch by their ids', 'getMany', [['a', 'b']], /USING INDEX sqlite_autoindex_\w+ \(id=\?\)/],
];

test.each(questions)(
  '%s are found by an index, however many records there are',
  async (_name, method, values, index) => {
    const plans = await plansOf((repository) =>
      (repository[method] as (...given: unknown[]) => unknown).apply(repository, values),
    );
    expect(plans).toHaveLength(2);
    for (const plan of plans) {
      expect(plan).toMatch(index);
      expect(plan).not.toMatch(/SCAN (generations|service_jobs)(?! USING INDEX)/);
      expect(plan).not.toContain('USE TEMP B-TREE FOR ORDER BY');
    }
  },
);
