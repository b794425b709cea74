import type { appContract } from '../../src-shared/contract/app-contract.ts';
import type { Handlers } from '../../src-shared/ipc/define.ts';

/** What the page tells main for the menus of the system. */
export class FakeMenus {
  /** Titles of the projects that were opened, in order. */
  readonly openedProjects: string[] = [];

  handlers(): Pick<Handlers<typeof appContract>, 'project.noteOpened'> {
    return {
      'project.noteOpened': ({ title }) => {
        this.openedProjects.push(title);
        return {};
      },
    };
  }
}
