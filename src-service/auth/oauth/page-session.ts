import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { AccountRepository, Member } from '../../store/account-repository.ts';

const sessionSeconds = 14 * 86_400;

/** A person who signed in with this browser. */
export interface PageSession {
  readonly member: Member;
  /** Names the session without giving it away. */
  readonly uid: string;
  end(): Promise<void>;
}

/** Sessions of the authorization server, for this service's own pages. */
export class PageSessions {
  readonly #provider: Provider;
  readonly #accounts: AccountRepository;

  constructor(deps: { provider: Provider; accounts: AccountRepository }) {
    this.#provider = deps.provider;
    this.#accounts = deps.accounts;
  }

  /** Null for a browser nobody signed in with. */
  async find(request: IncomingMessage, response: ServerResponse): Promise<PageSession | null> {
    const session = await this.#provider.Session.get(this.#provider.createContext(request, response));
    const member = this.#accounts.findMember(session.accountId ?? '');
    return member && { member, uid: session.uid, end: () => session.destroy() };
  }

  /** Always a new session: what the browser held before might be known to others. */
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
