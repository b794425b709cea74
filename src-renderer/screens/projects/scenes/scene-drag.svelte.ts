import type { HTMLAttributes } from 'svelte/elements';
import { hasLibraryFiles } from '../../../format/dropped-files.ts';
import type { Library } from '../../../state/files/library.svelte.ts';
import { areNotes } from './note-files.ts';
import type { SceneWork } from './scene-work.svelte.ts';

export interface SceneDragDeps {
  readonly work: () => SceneWork;
  /** `y` for a list, `x` for a strip. */
  readonly axis: 'x' | 'y';
  /** Takes files that were dropped onto a scene. */
  readonly onfiles: (sceneId: string, files: readonly File[]) => void;
  /** Files of the library that are being dragged. */
  readonly library: Pick<Library, 'dragged'>;
}

/** Listeners of a scene's element. */
type SceneHandlers = Pick<
  HTMLAttributes<HTMLElement>,
  'oncontextmenu' | 'ondragstart' | 'ondragover' | 'ondragleave' | 'ondragend' | 'ondrop'
>;

type Side = 'before' | 'after' | 'onto';

/** Names the dragged scenes, so that no other drag is taken for them. */
const sceneType = 'application/x-dailies-scenes';

/** Moves scenes by dragging, takes files dropped onto them, and selects the one whose menu opens. */
export class SceneDrag {
  readonly #deps: SceneDragDeps;
  readonly #handlers: Record<string, SceneHandlers> = {};
  #over = $state.raw<{ readonly sceneId: string; readonly side: Side } | null>(null);

  constructor(deps: SceneDragDeps) {
    this.#deps = deps;
  }

  /** Returns where a drag over a scene would go; undefined for another scene. */
  sideOf(sceneId: string): Side | undefined {
    return this.#over?.sceneId === sceneId ? this.#over.side : undefined;
  }

  /** Returns the listeners of a scene's element; always the same, so that a row that changes keeps them. */
  handlersOf(sceneId: string): SceneHandlers {
    return (this.#handlers[sceneId] ??= this.#makeHandlers(sceneId));
  }

  #makeHandlers(sceneId: string): SceneHandlers {
    return {
      oncontextmenu: (): void => {
        this.#deps.work().pickUnlessSelected(sceneId);
      },
      ondragstart: (event: DragEvent): void => {
        this.#deps.work().pickUnlessSelected(sceneId);
        event.dataTransfer?.setData(sceneType, sceneId);
      },
      ondragover: (event: DragEvent): void => {
        const side = this.#sideAt(event);
        if (side === null) return;
        event.preventDefault();
        event.stopPropagation();
        if (this.#over?.sceneId !== sceneId || this.#over.side !== side) this.#over = { sceneId, side };
      },
      ondragleave: (): void => {
        this.#over = null;
      },
      ondragend: (): void => {
        this.#over = null;
      },
      ondrop: (event: DragEvent): void => {
        const side = this.#sideAt(event);
        const files = [...(event.dataTransfer?.files ?? [])];
        this.#over = null;
        // Notes are for the frames that they name, whichever scene they are dropped onto.
        if (side === null || areNotes(files)) return;
        event.preventDefault();
        if (hasLibraryFiles(event))
          void this.#deps.work().addLibraryTakes(sceneId, this.#deps.library.dragged);
        else if (side === 'onto') this.#deps.onfiles(sceneId, files);
        else void this.#deps.work().moveBeside(sceneId, side);
      },
    };
  }

  #sideAt(event: DragEvent): Side | null {
    const types = event.dataTransfer?.types ?? [];
    if (types.includes('Files') || hasLibraryFiles(event)) return 'onto';
    if (!types.includes(sceneType) || !(event.currentTarget instanceof Element)) return null;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const isFirstHalf =
      this.#deps.axis === 'x' ? event.clientX < left + width / 2 : event.clientY < top + height / 2;
    return isFirstHalf ? 'before' : 'after';
  }
}
