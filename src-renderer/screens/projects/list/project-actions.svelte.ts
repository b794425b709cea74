import type { ProjectSummary } from '../../../../src-shared/contract/project.ts';
import type { TextOf } from '../../../../src-shared/i18n/messages.ts';
import type { MenuAction } from '../../../components/menus/menu-action.ts';
import { getPage } from '../../../components/page-context.ts';
import type { AppState } from '../../../state/app-state.svelte.ts';
import { getTools } from '../../../state/app-tools.ts';
import { getDeliveries } from '../../../state/deliveries/deliveries.svelte.ts';
import { getEditors } from '../../../state/deliveries/editors.svelte.ts';
import { getProjects } from '../../../state/projects/projects.svelte.ts';
import { getConnections } from '../../../state/service/connections.svelte.ts';
import { getPreferences } from '../../../state/settings/preferences.svelte.ts';
import type { ProjectTab } from '../../../state/window/navigation.svelte.ts';
import { getToasts } from '../../../state/window/toasts.svelte.ts';
import { plainWish, requestOf } from '../deliver/send-wish.ts';

type Parts = Pick<
  AppState,
  | 'connections'
  | 'preferences'
  | 'editors'
  | 'deliveries'
  | 'projects'
  | 'toasts'
  | 'attempt'
  | 'copy'
  | 'keysOf'
  | 'chosenEditors'
>;

/** Returns the parts of the page. Call while a component is created. */
export function getActionParts(): Parts {
  const { attempt, keysOf, chosenEditors } = getTools();
  const { copy } = getPage();
  return {
    connections: getConnections(),
    preferences: getPreferences(),
    editors: getEditors(),
    deliveries: getDeliveries(),
    projects: getProjects(),
    toasts: getToasts(),
    attempt,
    copy,
    keysOf,
    chosenEditors,
  };
}

export interface ProjectActionsDeps {
  readonly app: Parts;
  readonly text: TextOf;
  /** Opens a project at one of its tabs. */
  readonly openTab: (projectId: string, tab: ProjectTab) => void;
  /** Opens the dialog that exports several projects. */
  readonly askExport: () => void;
  /** Called before projects leave the list or move to another filter's list. */
  readonly onMove: (projects: Projects) => void;
}

type Groups = readonly (readonly MenuAction[])[];
type Projects = readonly ProjectSummary[];

/** Actions for one or several projects of the list. */
export class ProjectActions {
  readonly #deps: ProjectActionsDeps;
  /** True while projects are being sent. */
  isSending = $state(false);

  constructor(deps: ProjectActionsDeps) {
    this.#deps = deps;
  }

  /** Returns the menu actions for projects. */
  of(projects: Projects): Groups {
    const [only] = projects;
    const opening = projects.length === 1 && only ? this.#openActions(only) : this.#manyActions(projects);
    return [opening, this.#copyActions(projects), [this.#hideAction(projects)]];
  }

  /** Hides projects from the list, with undo, or shows them again. */
  toggleHidden(projects: Projects): void {
    const { app, text, onMove } = this.#deps;
    const isHidden = !this.#areHidden(projects);
    const ids = projects.map(({ projectId }) => projectId);
    const change = (wanted: boolean): void => {
      app.preferences.hideProjects(ids, wanted);
    };
    onMove(projects);
    change(isHidden);
    if (!isHidden) return;
    const undo = {
      label: text('common.undo'),
      run: () => {
        change(false);
      },
    };
    const said = { title: projects[0]?.title ?? '', count: projects.length };
    app.toasts.show({ text: text('projects.hidden', said), action: undo });
  }

  /**
   * Sends each ready project to its chosen editors. A refused one does not stop the others. Does nothing while projects
   * are being sent.
   */
  async send(projects: Projects): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    try {
      await this.#send(projects);
    } finally {
      this.isSending = false;
    }
  }

  async #send(projects: Projects): Promise<void> {
    const { app, text } = this.#deps;
    const { connectionId } = app.connections.current;
    let count = 0;
    await app.editors.need();
    for (const { projectId } of projects.filter(({ status }) => status === 'ready')) {
      await app.attempt(async () => {
        const chosen = app.chosenEditors(projectId);
        await app.deliveries.begin(requestOf({ connectionId, projectId }, plainWish, chosen));
        count += 1;
      });
    }
    if (count > 0) app.toasts.show({ text: text('projects.manySent', { count }) });
  }

  #areHidden(projects: Projects): boolean {
    const hidden = this.#deps.app.preferences.fields.hiddenProjects;
    return projects.every(({ projectId }) => hidden.includes(projectId));
  }

  #openActions({ projectId }: ProjectSummary): readonly MenuAction[] {
    const { app, text, openTab } = this.#deps;
    const tabs = [
      { tab: 'scenes', label: 'projects.open', detail: app.keysOf('command.openSelected') },
      { tab: 'remix', label: 'command.remix', detail: app.keysOf('command.remix') },
      { tab: 'deliver', label: 'projects.tab.deliver', detail: '' },
    ] as const;
    return tabs.map(({ tab, label, detail }) => ({
      label: text(label),
      detail,
      run: () => {
        openTab(projectId, tab);
      },
    }));
  }

  #manyActions(projects: Projects): readonly MenuAction[] {
    const { app, text, askExport } = this.#deps;
    const count = projects.length;
    const exporting = { label: text('export.ask', { count }), detail: app.keysOf('projects.exportAll') };
    const sending = { label: text('projects.sendMany', { count }), detail: app.keysOf('projects.sendAll') };
    return [
      { ...exporting, run: askExport },
      { ...sending, run: () => void this.send(projects) },
    ];
  }

  #copyActions(projects: Projects): readonly MenuAction[] {
    const { app, text } = this.#deps;
    const count = projects.length;
    const copied = (valueOf: (project: ProjectSummary) => string) => () =>
      void app.copy(projects.map(valueOf).join('\n'));
    return [
      { label: text('projects.copyTitle', { count }), run: copied(({ title }) => title) },
      { label: text('projects.copyId', { count }), run: copied(({ projectId }) => projectId) },
      ...this.#linkActions(projects),
    ];
  }

  /** Empty for the local service, which has no project pages that others could open. */
  #linkActions(projects: Projects): readonly MenuAction[] {
    const { app, text } = this.#deps;
    const links = app.connections.isLocal ? [] : projects.flatMap(({ webUrl }) => webUrl || []);
    if (links.length === 0) return [];
    const count = links.length;
    const copy = { label: text('projects.copyLinks', { count }), run: () => void app.copy(links.join('\n')) };
    const [only, second] = projects;
    if (!only || second) return [copy];
    const open = () => void app.attempt(() => app.projects.openOnWeb(only.projectId));
    return [copy, { label: text('projects.openOnWeb'), run: open }];
  }

  #hideAction(projects: Projects): MenuAction {
    const { app, text } = this.#deps;
    return {
      label: text(this.#areHidden(projects) ? 'projects.unhide' : 'projects.hide'),
      detail: app.keysOf('command.hideProject'),
      run: () => {
        this.toggleHidden(projects);
      },
    };
  }
}
