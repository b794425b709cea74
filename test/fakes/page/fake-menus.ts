import type { CommandState } from '../../../src-shared/contract/app/command.ts';
import type { appContract } from '../../../src-shared/contract/app-contract.ts';
import type { Handlers } from '../../../src-shared/ipc/define.ts';

/** Records what the page reports for the system's menus. */
export class FakeMenus {
  /** Titles of opened projects, in order. */
  readonly openedProjects: string[] = [];
  /** Commands in the last report. */
  commands: readonly CommandState[] = [];

  handlers(): Pick<Handlers<typeof appContract>, 'project.noteOpened' | 'command.report'> {
    return {
      'command.report': ({ commands }) => {
        this.commands = commands;
        return {};
      },
      'project.noteOpened': ({ title }) => {
        this.openedProjects.push(title);
        return {};
      },
    };
  }
}
