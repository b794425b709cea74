import CloudOff from '@lucide/svelte/icons/cloud-off';
import LogIn from '@lucide/svelte/icons/log-in';
import TriangleAlert from '@lucide/svelte/icons/triangle-alert';
import type { Connection } from '../../src-shared/contract/connection.ts';
import type { Messages } from '../../src-shared/i18n/messages.ts';
import { presentError } from '../../src-shared/i18n/present-error.ts';
import type { AppState } from '../state/app-state.svelte.ts';
import { connectionName } from '../state/service/connection-words.ts';
import type { BannerAction, BannerContent } from './banner-content.ts';

type App = Pick<AppState, 'connections' | 'navigation' | 'attempt'>;

/**
 * Returns the banner for an active connection that is unreachable, signed out or failed. Null if it works, or if its
 * own screen shows the same.
 */
export function connectionBanner(app: App, messages: Messages): BannerContent | null {
  const connection = app.connections.current;
  const isInSight =
    app.navigation.place.screen === 'connections' &&
    app.connections.selected.connectionId === connection.connectionId;
  if (isInSight || connection.state === 'ready' || connection.state === 'starting') return null;
  const kind = `${connection.connectionId}.${connection.state}.${connection.error?.code ?? ''}`;
  return { kind, ...contentOf[connection.state](app, connection, messages) };
}

type Content = Omit<BannerContent, 'kind'>;
type ContentOf = (app: App, connection: Connection, messages: Messages) => Content;

const contentOf: Record<Exclude<Connection['state'], 'ready' | 'starting'>, ContentOf> = {
  offline: (app, connection, messages) => ({
    icon: CloudOff,
    tone: 'caution',
    words: offlineWords(connection, messages),
    actions: [tryAgain(app, messages, 'connections.banner.tryNow')],
    isDismissible: true,
  }),
  signed_out: (app, connection, { text }) => {
    const isKey = connection.kind === 'key';
    const replaceKey = (): void => {
      app.connections.beginReplacingKey(connection.connectionId);
      app.navigation.go('connections');
    };
    const signIn = (): void => void app.attempt(() => app.connections.signIn(connection.connectionId));
    return {
      icon: LogIn,
      tone: 'caution',
      words: text(`connections.banner.${signedOutWords(connection)}`, { name: nameOf(connection, text) }),
      actions: isKey
        ? [{ label: text('connections.replaceKey'), run: replaceKey }]
        : [{ label: text('connections.signIn'), run: signIn }],
      isDismissible: false,
    };
  },
  signing_in: (app, connection, { text }) => {
    const { connectionId } = connection;
    return {
      icon: LogIn,
      tone: 'busy',
      words: text('connections.banner.signingIn', { name: nameOf(connection, text) }),
      actions: [
        {
          label: text('connections.openBrowserAgain'),
          run: () => void app.attempt(() => app.connections.signIn(connectionId)),
        },
        {
          label: text('connections.cancelSignIn'),
          run: () => void app.attempt(() => app.connections.cancelSignIn(connectionId)),
        },
      ],
      isDismissible: false,
    };
  },
  failed: (app, connection, messages) => {
    const { text } = messages;
    const reported = connection.error ? presentError(connection.error, messages) : null;
    const show = (): void => {
      app.connections.select(connection.connectionId);
      app.navigation.go('connections');
    };
    return {
      icon: TriangleAlert,
      tone: 'bad',
      words: reported ? reported.short : text('connection.failed'),
      actions: [
        tryAgain(app, messages, 'common.retry'),
        { label: text('connections.banner.show'), run: show },
      ],
      isDismissible: false,
    };
  },
};

function nameOf(connection: Connection, text: Messages['text']): string {
  return connection.kind === 'local' ? text('connections.banner.local') : connectionName(connection, text);
}

function signedOutWords({ kind, error }: Connection): 'anotherTeam' | 'keyRefused' | 'signedOut' {
  if (error?.details['reason'] === 'another_team') return 'anotherTeam';
  return kind === 'key' ? 'keyRefused' : 'signedOut';
}

function offlineWords(connection: Connection, { text, timeOrDate }: Messages): string {
  const name = nameOf(connection, text);
  if (connection.error?.code === 'network_sign_in') return text('connections.banner.networkSignIn', { name });
  const since = connection.offlineSince;
  if (since === null) return text('connections.banner.offline', { name });
  return text('connections.banner.offlineSince', { name, time: timeOrDate(since) });
}

function tryAgain(
  app: App,
  { text }: Messages,
  label: 'connections.banner.tryNow' | 'common.retry',
): BannerAction {
  return { label: text(label), run: () => void app.attempt(() => app.connections.retry()) };
}
