import { activityCalls, activityEvents } from './activity.ts';
import { agentCalls, agentEvents } from './app/agent.ts';
import { appCalls } from './app/app.ts';
import { commandCalls } from './app/command.ts';
import { dragCalls } from './app/drag.ts';
import { keychainCalls, keychainEvents } from './app/keychain.ts';
import { networkCalls, networkEvents } from './app/network.ts';
import { openingCalls, openingEvents } from './app/opening.ts';
import { settingsCalls, settingsEvents } from './app/settings.ts';
import { updatesCalls, updatesEvents } from './app/updates.ts';
import { catalogueCalls } from './catalogue.ts';
import { connectionCalls, connectionEvents } from './connection.ts';
import { cutCalls, cutEvents } from './cut.ts';
import { deliveryCalls } from './delivery.ts';
import { editorCalls } from './editor.ts';
import { exportCalls } from './export.ts';
import { generationCalls } from './generation.ts';
import { libraryCalls } from './library.ts';
import { materialCalls } from './material.ts';
import { chatCalls, operationCalls } from './operation.ts';
import { projectCalls, projectEvents } from './project.ts';
import { remixCalls } from './remix.ts';
import { returnCalls, returnEvents } from './return.ts';
import { transferCalls, transferEvents } from './transfer.ts';

/** All calls and events between the renderer and main. */
export const appContract = {
  calls: {
    ...activityCalls,
    ...agentCalls,
    ...appCalls,
    ...catalogueCalls,
    ...chatCalls,
    ...commandCalls,
    ...connectionCalls,
    ...cutCalls,
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
    ...operationCalls,
    ...projectCalls,
    ...returnCalls,
    ...remixCalls,
    ...settingsCalls,
    ...transferCalls,
    ...updatesCalls,
  },
  events: {
    ...activityEvents,
    ...agentEvents,
    ...connectionEvents,
    ...cutEvents,
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
