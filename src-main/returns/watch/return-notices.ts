import { editorTitles } from '../../../src-shared/contract/editor.ts';
import { editorOfReturn } from '../../../src-shared/contract/return-editor.ts';
import { describeEdit } from '../../../src-shared/i18n/describe-edit.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import type { Notifier } from '../../platform.ts';
import type { ReturnRecord } from '../../state/return-repository.ts';

export interface ReturnNoticesDeps {
  readonly notifier: Notifier;
  readonly text: TextOf;
  /** Shows a return in the window. */
  readonly show: (returnId: string) => void;
}

/** Sends system notifications for new returns: one for all that a project got at once. */
export class ReturnNotices {
  readonly #deps: ReturnNoticesDeps;

  constructor(deps: ReturnNoticesDeps) {
    this.#deps = deps;
  }

  announce(returns: readonly ReturnRecord[]): void {
    for (const ofProject of Map.groupBy(returns, ({ projectId }) => projectId).values())
      this.#announceOne(ofProject);
  }

  #announceOne([first, ...more]: readonly ReturnRecord[]): void {
    if (!first) return;
    const { notifier, text, show } = this.#deps;
    const editor = editorOfReturn[first.editor];
    const { projectTitle } = first;
    const title = editor
      ? text('notice.return', { title: projectTitle, editor: editorTitles[editor] })
      : text('notice.returnUnknown', { title: projectTitle });
    const body = more.length === 0 ? bodyOf(first, text) : text('notice.returns', { count: more.length + 1 });
    notifier.notify(title, body, () => {
      show(first.returnId);
    });
  }
}

function bodyOf({ state, kind, summary, sequences }: ReturnRecord, text: TextOf): string {
  if (sequences.length > 0) return text('return.sequences');
  if (state === 'failed') return text('notice.returnFailed');
  if (kind === 'movie') return text('notice.returnMovie');
  if (summary.length === 0) return text('notice.returnSame');
  const changes = summary.map((sentence) => describeEdit(sentence, text)).join(text('common.comma'));
  return text('common.sentence', { text: changes });
}
