import KeyRound from '@lucide/svelte/icons/key-round';
import type { Messages } from '../i18n/messages.ts';
import type { AppState } from '../state/app-state.svelte.ts';
import type { BannerContent } from './banner-content.ts';

/** The line about a keychain that does not answer; null while it does, or is not needed. */
export function keychainBanner(
  app: Pick<AppState, 'keychain' | 'attempt' | 'toasts'>,
  { text }: Pick<Messages, 'text'>,
): BannerContent | null {
  const { keychain } = app;
  const { state } = keychain;
  if (state === 'unknown' || state === 'ok' || state === 'session') return null;
  const retry = {
    label: text('keychain.retry'),
    isBusy: keychain.isAsking,
    run: (): void => void app.attempt(() => keychain.retry()),
  };
  const goOn = {
    label: text('keychain.useSession'),
    hint: text('keychain.useSession.why'),
    run: (): void =>
      void app.attempt(async () => {
        await keychain.useSession();
        app.toasts.show({ text: text('keychain.inSession') });
      }),
  };
  return {
    kind: `keychain.${state}`,
    icon: KeyRound,
    tone: state === 'waiting' ? 'busy' : 'caution',
    words: text(`keychain.${state}`),
    actions: state === 'waiting' ? [goOn] : [retry, goOn],
    isDismissible: false,
  };
}
