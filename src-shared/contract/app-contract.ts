import { appCalls } from './app.ts';
import { catalogueCalls } from './catalogue.ts';
import { connectionCalls, connectionEvents } from './connection.ts';
import { deliveryCalls } from './delivery.ts';
import { generationCalls } from './generation.ts';
import { jobEvents } from './jobs.ts';
import { materialCalls } from './material.ts';
import { projectCalls, projectEvents } from './project.ts';
import { settingsCalls, settingsEvents } from './settings.ts';

/** Everything the renderer and main say to each other. */
export const appContract = {
  calls: {
    ...appCalls,
    ...catalogueCalls,
    ...connectionCalls,
    ...deliveryCalls,
    ...generationCalls,
    ...materialCalls,
    ...projectCalls,
    ...settingsCalls,
  },
  events: { ...connectionEvents, ...jobEvents, ...projectEvents, ...settingsEvents },
} as const;

export type AppContract = typeof appContract;
