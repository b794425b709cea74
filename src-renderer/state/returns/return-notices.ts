import { editorOfReturn } from '../../../src-shared/contract/return-editor.ts';
import type { Return } from '../../../src-shared/contract/return.ts';
import { describeEdits } from '../../../src-shared/i18n/describe-edit.ts';
import type { MessageKey, Messages } from '../../../src-shared/i18n/messages.ts';
import { nameReturnSource } from '../../i18n/name-return-source.ts';
import type { ChangeListener } from '../foundation/record-mirror.svelte.ts';
import type { Navigation } from '../window/navigation.svelte.ts';
import type { Toasts } from '../window/toasts.svelte.ts';
import { courseOfUpdate, hasMadeVersion, type UpdateCourse } from './return-updates.ts';
import { isOpenReturn } from './returns.svelte.ts';

export interface ReturnNoticesDeps {
  readonly navigation: Pick<Navigation, 'place' | 'updateInSight'>;
  readonly toasts: Toasts;
  readonly messages: Messages;
  /** Shows a return on its screen. */
  readonly show: (returnId: string) => void;
}

/** The user needs no notice of a cancellation of their own. */
const updateNews = {
  fetching: null,
  undecided: 'return.news.decide',
  same_cut: 'return.news.unchanged',
  cancelled: null,
  failed: 'return.news.notUpdated',
} as const satisfies Record<UpdateCourse, MessageKey | null>;

/** Returns the message about an awaited update; null if there is none. */
function newsOfUpdate(now: Return, before: Return): MessageKey | null {
  const course = courseOfUpdate(now);
  if (course !== null) return updateNews[course];
  return hasMadeVersion(now, before) ? 'return.update.made' : null;
}

/** Returns the message about a new return. Only some kinds of files tell which program wrote them. */
function newsOfReturn({ state, kind, summary, editor, sequences }: Return): MessageKey {
  if (sequences.length > 0) return 'return.news.sequences';
  const isOfEditor = editorOfReturn[editor] !== undefined;
  if (state === 'failed') return isOfEditor ? 'return.news.failed' : 'return.news.fileFailed';
  if (kind === 'movie') return 'return.news.movie';
  if (summary.length === 0) return isOfEditor ? 'return.news.same' : 'return.news.fileSame';
  return isOfEditor ? 'return.news' : 'return.news.file';
}

/** Shows notices of returns that arrived while the user was on another screen, and of finished background updates. */
export function createReturnNotices({
  navigation,
  toasts,
  messages,
  show,
}: ReturnNoticesDeps): ChangeListener<Return> {
  const { text } = messages;

  function tell(key: MessageKey, values: Record<string, string>, { returnId }: Return, isBad: boolean): void {
    const run = (): void => {
      show(returnId);
    };
    const action = { label: () => text('return.news.show'), run };
    toasts.show({ kind: isBad ? 'bad' : 'info', text: () => text(key, values), action });
  }

  function tellUpdate(now: Return, before: Return): void {
    const key = newsOfUpdate(now, before);
    if (key === null || navigation.updateInSight === now.returnId) return;
    const values = { title: now.projectTitle, version: now.keptAs?.versionName ?? '' };
    tell(key, values, now, key === 'return.news.notUpdated');
  }

  return (now, before) => {
    // A return unknown so far is not new if an update was requested for it: it must have come back before.
    const wasFetching = before ? courseOfUpdate(before) === 'fetching' : now.awaitedCut !== null;
    if (wasFetching) tellUpdate(now, before ?? now);
    const isNew = before
      ? before.state === 'settling' || before.returnedAt !== now.returnedAt
      : now.awaitedCut === null;
    if (!isNew || !isOpenReturn(now) || navigation.place.screen === 'returns') return;
    const changes = describeEdits(now.summary, messages);
    const values = { title: now.projectTitle, editor: nameReturnSource(now.editor, text), changes };
    tell(newsOfReturn(now), values, now, now.state === 'failed' && now.sequences.length === 0);
  };
}
