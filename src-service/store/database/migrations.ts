import { accounts } from './migrations/accounts.ts';
import { assistant } from './migrations/assistant.ts';
import { entities } from './migrations/entities.ts';
import { fileSearch } from './migrations/file-search.ts';
import { foundation } from './migrations/foundation.ts';
import { webhooks } from './migrations/webhooks.ts';

/**
 * Schema steps in order; the database's user_version counts the steps applied. Published steps never change. Lists page
 * by the `..._order` columns, which only grow, so that newer records do not shift a page.
 */
export const migrations: readonly string[] = [
  foundation,
  accounts,
  fileSearch,
  webhooks,
  entities,
  assistant,
];
