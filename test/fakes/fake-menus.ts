import type { appContract } from '../../src-shared/contract/app-contract.ts';
import type { CommandState } from '../../src-shared/contract/command.ts';
import type { Handlers } from '../../src-shared/ipc/define.ts';

/** What the page tells main for the menus of the system. */
export class FakeMenus {
  /** Titles of the projects that were opened, in order. */
  readonly openedProjects: string[] = [];
  /** As they were reported last. */
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
