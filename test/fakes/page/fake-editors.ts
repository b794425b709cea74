import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { EditorList, EditorName, ResolveScriptsState } from '../../../src-shared/contract/editor.ts';
import type { Handlers } from '../../../src-shared/ipc/define.ts';

/** Installed editors, in memory. */
export class FakeEditors {
  found: EditorList['editors'] = [];
  chosen: EditorList['chosen'] = [];
  choosable: EditorList['choosable'] = [];
  /** Answers of the dialog, one after the other; then the user cancels it. */
  readonly answers: string[] = [];

  scripts: ResolveScriptsState = {
    folder: '/home/ada/.local/share/DaVinciResolve/Fusion/Scripts/Utility',
    isInstalled: false,
  };
  /** Number of times the panel was saved. */
  savedPanels = 0;

  handlers(): Pick<Handlers<AppContract>, Extract<keyof Handlers<AppContract>, `editor.${string}`>> {
    return {
      'editor.list': () => this.#list(),
      'editor.choose': ({ editor }) => {
        const path = this.answers.shift();
        if (path !== undefined) this.#choose(editor, path);
        return this.#list();
      },
      'editor.forget': ({ editor }) => {
        this.found = this.found.filter((each) => each.editor !== editor);
        this.chosen = this.chosen.filter((each) => each.editor !== editor);
        return this.#list();
      },
      'editor.resolveScripts': () => this.scripts,
      'editor.installResolveScripts': () => (this.scripts = { ...this.scripts, isInstalled: true }),
      'editor.removeResolveScripts': () => (this.scripts = { ...this.scripts, isInstalled: false }),
      'editor.savePremierePanel': () => {
        this.savedPanels += 1;
        return { path: '/home/ada/dailies-premiere.ccx' };
      },
    };
  }

  #list(): EditorList {
    return { editors: [...this.found], chosen: [...this.chosen], choosable: this.choosable };
  }

  #choose(editor: EditorName, path: string): void {
    const found = { editorId: `${editor}:${path}`, editor, version: null, source: 'system' as const };
    this.found = [...this.found.filter((each) => each.editor !== editor), found];
    this.chosen = [{ editor, path, isThere: true }];
  }
}
