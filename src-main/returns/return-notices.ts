import { editorTitles } from '../../src-shared/contract/editor.ts';
import { editorOfReturn } from '../../src-shared/contract/return.ts';
import type { Notifier } from '../platform.ts';
import type { ReturnRecord } from '../state/return-repository.ts';

export interface ReturnNoticesDeps {
  readonly notifier: Notifier;
  /** Shows a return in the window. */
  readonly show: (returnId: string) => void;
}

/** System notifications for what came back from editors: one for all that a version got at once. */
export class ReturnNotices {
  readonly #deps: ReturnNoticesDeps;

  constructor(deps: ReturnNoticesDeps) {
    this.#deps = deps;
  }

  announce([first, ...more]: readonly ReturnRecord[]): void {
    if (!first) return;
    const { notifier, show } = this.#deps;
    const editor = editorOfReturn[first.editor];
    const title = `${first.projectTitle} came back from ${editor ? editorTitles[editor] : 'an editor'}`;
    const body =
      more.length === 0
        ? bodyOf(first)
        : `${String(more.length + 1)} files wait for your decision in Returns.`;
    notifier.notify(title, body, () => {
      show(first.returnId);
    });
  }
}

function bodyOf({ state, kind, summary }: ReturnRecord): string {
  if (state === 'failed') return 'The file cannot be read. Returns shows why.';
  if (kind === 'movie') return 'A finished movie.';
  if (summary.length === 0) return 'Nothing was changed.';
  return `${summary.map(({ text }) => text).join(', ')}.`;
}
