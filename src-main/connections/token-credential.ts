import type { SignIn } from './auth/sign-in.ts';
import type { TokenSession } from './auth/token-session.ts';
import type { Credential } from './hosted-service.ts';

/** The sign-in of a hosted connection, as its session keeps it. */
export class TokenCredential implements Credential {
  readonly #session: TokenSession;
  readonly #signIn: SignIn;
  readonly #baseUrl: string;

  constructor(deps: { session: TokenSession; signIn: SignIn; baseUrl: string }) {
    this.#session = deps.session;
    this.#signIn = deps.signIn;
    this.#baseUrl = deps.baseUrl;
  }

  bearer(signal: AbortSignal): Promise<string> {
    return this.#session.bearer(signal);
  }

  renew(refusedBearer: string, signal: AbortSignal): Promise<boolean> {
    return this.#session.renew(refusedBearer, signal);
  }

  /** With the system's browser. @throws AppError as `SignIn.run`. */
  async signIn(signal: AbortSignal): Promise<void> {
    await this.#session.accept(await this.#signIn.run(this.#baseUrl, signal));
  }

  erase(): Promise<void> {
    return this.#session.signOut();
  }

  dispose(): Promise<void> {
    return this.#session.dispose();
  }
}
