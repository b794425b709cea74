import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { AccountRepository, Member } from '../../store/records/account-repository.ts';

const sessionSeconds = 14 * 86_400;

/** A person who signed in with this browser. */
export interface PageSession {
  readonly member: Member;
  /** Identifies the session without revealing its secret. */
  readonly uid: string;
  end(): Promise<void>;
}

/** Sessions of the authorization server, used by this service's own pages. */
export class PageSessions {
  readonly #provider: Provider;
  readonly #accounts: AccountRepository;

  constructor(deps: { provider: Provider; accounts: AccountRepository }) {
    this.#provider = deps.provider;
    this.#accounts = deps.accounts;
  }

  /** Null if nobody is signed in with this browser. */
  async find(request: IncomingMessage, response: ServerResponse): Promise<PageSession | null> {
    const session = await this.#provider.Session.get(this.#provider.createContext(request, response));
    const member = this.#accounts.findMember(session.accountId ?? '');
    return member && { member, uid: session.uid, end: () => session.destroy() };
  }

  /** Starts a new session every time, because others might know the one the browser held before. */
  async begin(request: IncomingMessage, response: ServerResponse, member: Member): Promise<void> {
    const session = new this.#provider.Session();
    session.loginAccount({ accountId: member.membershipId });
    await session.save(sessionSeconds);
    const { cookies } = this.#provider.createContext(request, response);
    const maxAge = sessionSeconds * 1000;
    cookies.set(this.#provider.cookieName('session'), session.jti, {
      httpOnly: true,
      sameSite: 'lax',
      maxAge,
    });
  }
}
