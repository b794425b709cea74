import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Client } from '../../../src-shared/ipc/client.ts';

/** The page's typed client for main. */
export type AppClient = Client<AppContract>;
