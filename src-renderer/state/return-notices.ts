import type { Return } from '../../src-shared/contract/return.ts';
import { describeEdits } from '../../src-shared/i18n/describe-edit.ts';
import type { Messages } from '../../src-shared/i18n/messages.ts';
import { nameReturnSource } from '../i18n/name-return-source.ts';
import type { Navigation } from './navigation.svelte.ts';
import type { ChangeListener } from './record-mirror.svelte.ts';
import { isOpenReturn } from './returns.svelte.ts';
import type { Toasts } from './toasts.svelte.ts';

export interface ReturnNoticesDeps {
  readonly navigation: Pick<Navigation, 'place'>;
  readonly toasts: Toasts;
  readonly messages: Messages;
  /** Shows a return on its screen. */
  readonly show: (returnId: string) => void;
}

/** Notifies of what came back from an editor while the user was on another screen. */
export function createReturnNotices({
  navigation,
  toasts,
  messages,
  show,
}: ReturnNoticesDeps): ChangeListener<Return> {
  const { text } = messages;
  return (now, before) => {
    const isNew = !before || before.state === 'settling' || before.returnedAt !== now.returnedAt;
    if (!isNew || !isOpenReturn(now) || navigation.place.screen === 'returns') return;
    const { projectTitle: title, editor } = now;
    const from = nameReturnSource(editor, text);
    const isFailed = now.state === 'failed';
    const changes = describeEdits(now.summary, messages);
    const sentence = changes === '' ? 'return.news.same' : 'return.news';
    toasts.show({
      kind: isFailed ? 'bad' : 'info',
      text: text(isFailed ? 'return.news.failed' : sentence, { title, editor: from, changes }),
      action: {
        label: text('return.news.show'),
        run: () => {
          show(now.returnId);
        },
      },
    });
  };
}
