import type { App } from '../../app/compose.ts';
import { CommandDoor, type CommandDoorDeps } from './command-door.ts';

/**
 * Lets commands of the same user into the app while it runs. Without the door, such as on a drive without sockets, the
 * app works all the same.
 */
export function withDoor(app: App, deps: Omit<CommandDoorDeps, 'app'>): App {
  const door = new CommandDoor({ ...deps, app });
  return {
    ...app,
    start: async () => {
      await app.start();
      await door.start().catch((error: unknown) => {
        deps.log.warn('Commands cannot reach the app.', { error });
      });
    },
    dispose: async () => {
      app.services.agentQuestions.pageClosed();
      await door.dispose().catch((error: unknown) => {
        deps.log.error('The door for commands did not close.', error);
      });
      await app.dispose();
    },
  };
}
