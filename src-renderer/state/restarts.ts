import { BusyIds } from './busy-ids.svelte.ts';

/**
 * Jobs and transfers that are on their way to main to be started again, by id, wherever the user asked for it: each is
 * started again once, and paid once.
 */
export const restarts = new BusyIds();
