import { activityCalls, activityEvents } from './activity.ts';
import { appCalls } from './app.ts';
import { catalogueCalls } from './catalogue.ts';
import { commandCalls } from './command.ts';
import { connectionCalls, connectionEvents } from './connection.ts';
import { deliveryCalls } from './delivery.ts';
import { dragCalls } from './drag.ts';
import { editorCalls } from './editor.ts';
import { exportCalls } from './export.ts';
import { generationCalls } from './generation.ts';
import { keychainCalls, keychainEvents } from './keychain.ts';
import { libraryCalls } from './library.ts';
import { materialCalls } from './material.ts';
import { networkCalls, networkEvents } from './network.ts';
import { openingCalls, openingEvents } from './opening.ts';
import { projectCalls, projectEvents } from './project.ts';
import { remixCalls } from './remix.ts';
import { returnCalls, returnEvents } from './return.ts';
import { settingsCalls, settingsEvents } from './settings.ts';
import { transferCalls, transferEvents } from './transfer.ts';
import { updatesCalls, updatesEvents } from './updates.ts';

/** All calls and events between the renderer and main. */
export const appContract = {
  calls: {
    ...activityCalls,
    ...appCalls,
    ...catalogueCalls,
    ...commandCalls,
    ...connectionCalls,
    ...deliveryCalls,
    ...dragCalls,
    ...editorCalls,
    ...exportCalls,
    ...generationCalls,
    ...keychainCalls,
    ...libraryCalls,
    ...materialCalls,
    ...networkCalls,
    ...openingCalls,
    ...projectCalls,
    ...returnCalls,
    ...remixCalls,
    ...settingsCalls,
    ...transferCalls,
    ...updatesCalls,
  },
  events: {
    ...activityEvents,
    ...connectionEvents,
    ...keychainEvents,
    ...networkEvents,
    ...openingEvents,
    ...projectEvents,
    ...returnEvents,
    ...settingsEvents,
    ...transferEvents,
    ...updatesEvents,
  },
} as const;

export type AppContract = typeof appContract;
