import { accounts } from './migrations/accounts.ts';
import { assistant } from './migrations/assistant.ts';
import { entities } from './migrations/entities.ts';
import { fileSearch } from './migrations/file-search.ts';
import { foundation } from './migrations/foundation.ts';
import { remix } from './migrations/remix.ts';
import { tools } from './migrations/tools.ts';
import { webhooks } from './migrations/webhooks.ts';

/**
 * Schema steps in order; the database's user_version counts the ones it has had. A step that was published is
 * never changed. The `..._order` columns are what lists page by: they only grow, so a page stays where it was when
 * newer records arrive.
 */
export const migrations: readonly string[] = [
  foundation,
  accounts,
  tools,
  fileSearch,
  webhooks,
  entities,
  remix,
  assistant,
];
