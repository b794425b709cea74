import type { FileInfo } from '../../../../src-shared/api/files.ts';
import type { Take } from '../../../../src-shared/contract/cut.ts';
import { materialKindOf } from '../../../../src-shared/contract/library.ts';
import type { EditTool } from '../../../../src-shared/contract/operation.ts';
import type { TextOf } from '../../../../src-shared/i18n/messages.ts';
import type { MenuAction } from '../../../components/menus/menu-action.ts';
import { getPage } from '../../../components/page-context.ts';
import type { RemixValues } from '../../../components/remix/remix-draft.ts';
import { activityKeyOf } from '../../../state/activity/activity-item.ts';
import { showActivity } from '../../../state/activity/show-activity.ts';
import type { AppState } from '../../../state/app-state.svelte.ts';
import { getTools } from '../../../state/app-tools.ts';
import { getDraft } from '../../../state/draft/draft.svelte.ts';
import { getIntake } from '../../../state/files/intake.svelte.ts';
import { getLibrary } from '../../../state/files/library.svelte.ts';
import { getSavedFiles } from '../../../state/files/saved-files.svelte.ts';
import type { ShelfFile } from '../../../state/files/shelf-file.ts';
import { useLibraryFiles } from '../../../state/files/use-in-generation.ts';
import { getConnections } from '../../../state/service/connections.svelte.ts';
import { getToolForms } from '../../../state/tools/tool-forms.svelte.ts';
import { editOrder, getToolRuns } from '../../../state/tools/tool-runs.svelte.ts';
import { getNavigation } from '../../../state/window/navigation.svelte.ts';
import { getToasts } from '../../../state/window/toasts.svelte.ts';

type Parts = Pick<
  AppState,
  | 'connections'
  | 'draft'
  | 'intake'
  | 'library'
  | 'navigation'
  | 'savedFiles'
  | 'toasts'
  | 'toolForms'
  | 'toolRuns'
  | 'attempt'
  | 'copy'
  | 'keysOf'
>;

/** Returns the parts of the page. Call while a component is created. */
export function getFileParts(): Parts {
  const { attempt, keysOf } = getTools();
  return {
    connections: getConnections(),
    draft: getDraft(),
    intake: getIntake(),
    library: getLibrary(),
    navigation: getNavigation(),
    savedFiles: getSavedFiles(),
    toasts: getToasts(),
    toolForms: getToolForms(),
    toolRuns: getToolRuns(),
    attempt,
    copy: getPage().copy,
    keysOf,
  };
}

export interface FileActionsDeps {
  readonly app: Parts;
  readonly text: TextOf;
  /** Called before files leave the list. */
  readonly onLeave: (fileIds: readonly string[]) => void;
}

type Files = readonly ShelfFile[];

/** What can be done with files of the library. */
export class FileActions {
  readonly #deps: FileActionsDeps;
  /** True while files are being made usable for a generation. */
  isUsing = $state(false);
  /** True while the public preview is being changed. */
  isPublishing = $state(false);

  constructor(deps: FileActionsDeps) {
    this.#deps = deps;
  }

  /** True if a generation can take any of the files. */
  canUse(files: Files): boolean {
    return files.some(({ type, contentPath }) => materialKindOf(type) !== null && contentPath !== null);
  }

  /** True if a scene can take the file as a take. */
  canUseInScene({ type, contentPath }: ShelfFile): boolean {
    return sceneKindOf(type) !== null && contentPath !== null;
  }

  /** Lets the user choose the scene that a file is added to. */
  useInScene({ fileId, type }: ShelfFile): void {
    const kind = sceneKindOf(type);
    if (kind !== null) this.#deps.app.library.sceneQuestion = { fileId, kind };
  }

  /** Returns the menu actions for files. */
  of(files: Files): readonly (readonly MenuAction[])[] {
    const { app, text } = this.#deps;
    const count = files.length;
    const [only] = files.length === 1 ? files : [];
    const using = { label: text('library.inGeneration'), run: () => void this.use(files) };
    const placing = (file: ShelfFile): MenuAction => ({
      label: text('library.inScene'),
      run: () => {
        this.useInScene(file);
      },
    });
    const copy = (label: string, valueOf: (file: ShelfFile) => string): MenuAction => ({
      label,
      run: () => void app.copy(files.map(valueOf).join('\n')),
    });
    return [
      [
        ...(this.canUse(files) ? [using] : []),
        ...(only && this.canUseInScene(only) ? [placing(only)] : []),
        { label: text('library.save'), run: () => void this.save(files) },
      ],
      [
        copy(text('library.copyName', { count }), ({ displayName }) => displayName),
        copy(text('library.copyId', { count }), ({ fileId }) => fileId),
      ],
      [
        {
          label: text('library.archive'),
          detail: app.keysOf('library.archive'),
          run: () => {
            this.archive(files);
          },
        },
      ],
    ];
  }

  /** Saves files, one after another, because each may ask for a place. */
  async save(files: Files): Promise<void> {
    const { app } = this.#deps;
    for (const { fileId } of files) {
      await app.attempt(async () => {
        await app.library.save(fileId);
        await app.savedFiles.refresh();
      });
    }
  }

  /** Puts files into the present draft. Refusals are told as notices. */
  async use(files: Files): Promise<void> {
    const { app, text } = this.#deps;
    if (this.isUsing) return;
    this.isUsing = true;
    await useLibraryFiles({ ...app, text }, files);
    this.isUsing = false;
  }

  /** Starts a tool on a picture or clip. Resolves to false after a refusal, which is told as a notice. */
  async edit(
    tool: EditTool,
    { fileId, displayName: name }: ShelfFile,
    options: RemixValues,
  ): Promise<boolean> {
    const { app, text } = this.#deps;
    let isStarted = false;
    await app.attempt(async () => {
      const record = await app.toolRuns.begin(editOrder(tool, { fileId, name }, options));
      const { connectionId, jobId, title } = record;
      const rowKey = activityKeyOf({ kind: 'job', connectionId, record });
      const action = showActivity(app.navigation, text, rowKey);
      app.toasts.show({ text: text('generations.added', { title }), jobId, action });
      isStarted = true;
    });
    return isStarted;
  }

  /** Lets anyone with the link watch the file, or ends that. */
  async setPublicPreview({ fileId }: FileInfo, isOn: boolean): Promise<void> {
    const { app } = this.#deps;
    if (this.isPublishing) return;
    this.isPublishing = true;
    await app.attempt(() => app.library.opened.setPublicPreview(fileId, isOn));
    this.isPublishing = false;
  }

  /**
   * Hides files, and archives them once the notice with the undo is gone: the service has no way back. Files of a page
   * that ends before stay in the library.
   */
  archive(files: Files): void {
    const { app, text, onLeave } = this.#deps;
    const [first] = files;
    if (!first) return;
    const { connectionId } = app.connections.current;
    const ids = files.map(({ fileId }) => fileId);
    onLeave(ids);
    app.library.removals.begin({
      ids,
      group: connectionId,
      words: () => text('library.archived', { count: ids.length, name: first.displayName }),
      remove: async () => {
        for (const fileId of ids) await app.attempt(() => app.library.archive(fileId, connectionId));
      },
    });
  }
}

/** Returns what a scene takes a type of files as; null for one that it does not take. */
function sceneKindOf(type: ShelfFile['type']): Take['kind'] | null {
  const kind = materialKindOf(type);
  if (kind === 'image' || kind === 'video') return 'picture';
  return kind === 'audio' ? 'voice' : null;
}
