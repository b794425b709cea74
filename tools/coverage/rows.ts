import { type Operation, operations } from '../../src-shared/api/operations.ts';
import { requestsPerHour } from '../../src-shared/api/rate-groups.ts';
import { remixActionSchema } from '../../src-shared/api/remix.ts';
import { beyondOperations, neverSeen, seenElsewhere, withoutEffect } from './hand-kept.ts';
import { choicesOf, coreOf, fieldsOf } from './schema-fields.ts';

/** A row of the table: a fact that a test must have seen. */
export interface CoverageRow {
  readonly section: string;
  readonly what: string;
  /** Name in the recording; null if a person has named the test. */
  readonly seenAs: string | null;
  /** The test named by a person for a fact that no traffic shows. */
  readonly test: string | null;
  /** The reason why no test shows it; null if one must. */
  readonly reason: string | null;
}

/** Creates a row that the recording must show, unless `neverSeen` gives a reason why not. */
function seenRow(section: string, what: string, name: string): CoverageRow {
  const seenAs = seenElsewhere[name] ?? name;
  return { section, what, seenAs, test: null, reason: neverSeen[name] ?? null };
}

/** Replaces product names of others by the spelling of the specification. */
function neutral(text: string): string {
  return text
    .replaceAll(/slackChannelId/g, '<chat_app>ChannelId')
    .replaceAll(/googleDriveFolderId/g, '<file_storage>FolderId');
}

/** Returns the rows of every operation. Fields that several share are listed only at the first of them. */
function operationRows(): CoverageRow[] {
  const listed = new Map<unknown, string>();
  const listedInside = new Set<Parameters<typeof coreOf>[0]>();

  function partRows(operation: Operation, part: 'query' | 'body' | 'response'): CoverageRow[] {
    const schema = operation[part];
    if (schema === null) return [];
    const section = `${operation.method} ${operation.path}`;
    const core = coreOf(schema);
    const before = listed.get(core);
    if (before !== undefined && fieldsOf(schema, new Set()).length > 0) {
      return [seenRow(section, `${part}: as of ${before}`, `${section} ${String(operation.status)}`)];
    }
    listed.set(core, `\`${section}\``);
    return fieldsOf(schema, listedInside).map(({ name }) => {
      const note = withoutEffect[`${section} ${part} ${name}`];
      const what = `${part} \`${neutral(name)}\`${note === undefined ? '' : ` (${note})`}`;
      return seenRow(section, what, `${section} ${part} ${name.replaceAll('[]', '')}`);
    });
  }

  return Object.values<Operation>(operations).flatMap((operation) => {
    const { method, path, status, rateGroup } = operation;
    const section = `${method} ${path}`;
    const limit = rateGroup === null ? '' : `, ${requestsPerHour[rateGroup].toLocaleString('en')} an hour`;
    const what = `answers ${String(status)}${limit}`;
    return [
      seenRow(section, what, `${section} ${String(status)}`),
      ...(['query', 'body', 'response'] as const).flatMap((part) => partRows(operation, part)),
    ];
  });
}

/** Returns every required row in the order of the table. */
export function coverageRows(): CoverageRow[] {
  const actions = choicesOf(remixActionSchema, 'type').map((type) =>
    seenRow('Remix actions', type, `choice ${type}`),
  );
  const facts = Object.entries(beyondOperations).flatMap(([section, list]) =>
    list.map(({ what, seenAs, test = null }) =>
      seenAs === undefined
        ? { section, what, seenAs: null, test, reason: null }
        : seenRow(section, what, seenAs),
    ),
  );
  return [...operationRows(), ...actions, ...facts];
}
