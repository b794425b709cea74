import { BusyIds } from '../foundation/busy-ids.svelte.ts';

/**
 * Ids of jobs and transfers that are being started again, from anywhere on the page, so that each is restarted, and
 * paid, only once.
 */
export const restarts = new BusyIds();
