import { AppError } from '../../../src-shared/app-error.ts';
import { backoffMs } from '../../../src-shared/backoff.ts';
import { isPassing } from '../../../src-shared/error-policy.ts';
import { ElapsedTime } from '../../foundation/elapsed-time.ts';
import type { KnownSecrets } from '../../foundation/known-secrets.ts';
import { orStopped, throwIfStopped } from '../../foundation/wait.ts';
import type { Clock, Log, SecretStore } from '../../platform.ts';
import type { Credential } from '../hosted-service.ts';
import type { IssuedTokens } from './issued-tokens.ts';
import { formatCredential, isFor, type OAuthCredential, parseCredential } from './oauth-credential.ts';
import { signedOut } from './sign-in-errors.ts';
import type { SignInResult } from './sign-in.ts';
import type { TokenRequests } from './token-requests.ts';

export interface TokenSessionDeps {
  readonly connectionId: string;
  /** Base URL of the service, without a slash at its end. */
  readonly baseUrl: string;
  readonly secrets: SecretStore;
  readonly requests: TokenRequests;
  readonly clock: Clock;
  readonly log: Log;
  readonly knownSecrets: KnownSecrets;
  /** Called once each time the service ends the sign-in, but not after `signOut`. */
  readonly onSignedOut: () => void;
}

/** `unknown` until the keychain has answered. */
export type TokenSessionState = 'unknown' | 'signed_in' | 'signed_out';

/** A token with less time left than this is renewed. */
const aheadMs = 30_000;
/** A token refused this soon after it was renewed for a refusal is not renewed again, because that would not help. */
const refusedAgainMs = 60_000;
const backoff = { firstMs: 1_000, maxMs: 60_000, jitter: 0.5 };
const closingGraceMs = 5_000;

/**
 * Provides the access token of one connection, and renews it before it expires or when the service refuses it. Only one
 * refresh runs at a time, however many callers need it: a refresh token used twice ends the whole sign-in. A refreshed
 * credential is in the keychain before its access token is used.
 */
export class TokenSession implements Credential {
  readonly #deps: TokenSessionDeps;
  /** Name of the credential in the keychain. */
  readonly #account: string;
  readonly #closing = new AbortController();
  readonly #host: string;
  #state: TokenSessionState = 'unknown';
  #tokens: Pick<IssuedTokens, 'accessToken' | 'expiresAtMs'> | null = null;
  #refreshing: Promise<string> | null = null;
  /** Refreshes wait until it is known which sign-in stays. */
  #takingOver: Promise<void> = Promise.resolve();
  #failure: { readonly error: AppError; readonly count: number; readonly untilMs: number } | null = null;
  /** Time since the last renewal because of a refusal. */
  #renewed: ElapsedTime;
  /** True from a sign-out until the next sign-in is taken over. */
  #hasLeft = false;
  /** Counts sign-ins and sign-outs, so that the result of an older refresh is dropped. */
  #changes = 0;

  constructor(deps: TokenSessionDeps) {
    this.#deps = deps;
    this.#renewed = new ElapsedTime(deps);
    this.#host = new URL(deps.baseUrl).host;
    this.#account = `oauth:${deps.connectionId}`;
  }

  get state(): TokenSessionState {
    return this.#state;
  }

  /**
   * Returns a bearer that is valid for at least 30 seconds, as far as its lifetime is known. If it cannot be renewed for
   * the moment, returns the current one while it is valid.
   * @throws AppError `signed_out`, `keychain_*`, `service_unreachable` or `service_failed` when it cannot be renewed
   * now, `cancelled`.
   */
  async bearer(signal: AbortSignal): Promise<string> {
    const nowMs = this.#deps.clock.monotonicMs();
    if (this.#tokens && this.#tokens.expiresAtMs - nowMs >= aheadMs) return this.#tokens.accessToken;
    const before = this.#tokens;
    try {
      return await orStopped(this.#refresh(), signal);
    } catch (error) {
      if (isPassing(error) && this.#tokens === before && before && before.expiresAtMs > nowMs) {
        return before.accessToken;
      }
      throw error;
    }
  }

  retry(): void {
    this.#failure = null;
  }

  /**
   * Renews a bearer that the service refused (401), unless that happened already.
   * @returns true if another bearer is available. Throws as `bearer`.
   */
  async renew(refusedBearer: string, signal: AbortSignal): Promise<boolean> {
    if (this.#refreshing === null) {
      if (this.#tokens && this.#tokens.accessToken !== refusedBearer) return true;
      if (this.#renewed.ms < refusedAgainMs) return false;
    }
    const bearer = await orStopped(this.#refresh(), signal);
    this.#renewed.restart();
    return bearer !== refusedBearer;
  }

  /**
   * Takes over a sign-in, unless another sign-in or a sign-out came after it. The keychain stores it first, if it can.
   * If the sign-in is cancelled or refused before that, its credential is revoked and the previous one stays. A sign-in
   * that is not taken over is revoked too.
   * @param check throws for a sign-in that must not be taken over.
   * @returns false if another sign-in or a sign-out came after it.
   * @throws AppError `cancelled`, and the errors of `check`.
   */
  async accept(result: SignInResult, signal: AbortSignal, check?: () => Promise<void>): Promise<boolean> {
    const { tokens, ...place } = result;
    const { refreshToken } = tokens;
    const brought = refreshToken === null ? null : { ...place, refreshToken };
    this.#noteTokens(tokens);
    try {
      if (check) await check();
      const takenOver = this.#takeOver(tokens, brought, signal);
      this.#takingOver = takenOver.then(
        () => undefined,
        () => undefined,
      );
      const isTakenOver = await takenOver;
      if (!isTakenOver && brought) await this.#deps.requests.revoke(brought, this.#closing.signal);
      return isTakenOver;
    } catch (error) {
      if (brought) await this.#deps.requests.revoke(brought, this.#closing.signal);
      throw error;
    }
  }

  /**
   * Signs out at once. Revokes the credential at the authorization server (RFC 7009) if that is reachable, and erases
   * it in any case, unless a sign-in came after.
   */
  async signOut(): Promise<void> {
    this.#hasLeft = true;
    this.#state = 'signed_out';
    this.#tokens = null;
    await this.#beginChange();
    const credential = await this.#read().catch(() => null);
    if (!this.#hasLeft) return;
    if (credential && isFor(credential, this.#deps.baseUrl)) {
      await this.#deps.requests.revoke(credential, this.#closing.signal);
    }
    if (this.#hasLeft) await this.#put(null);
  }

  /** Waits for a running refresh, so that its new refresh token is not lost. */
  async dispose(): Promise<void> {
    const cancelTimer = this.#deps.clock.schedule(closingGraceMs, () => {
      this.#closing.abort();
    });
    await this.#refreshing?.catch(() => undefined);
    cancelTimer();
    this.#closing.abort();
  }

  /** @param brought null for a sign-in without a refresh token, which leaves nothing to store. */
  async #takeOver(
    tokens: IssuedTokens,
    brought: OAuthCredential | null,
    signal: AbortSignal,
  ): Promise<boolean> {
    throwIfStopped(signal);
    const change = await this.#beginChange();
    // A sign-out may still be about to erase the credential that it revokes.
    const before = this.#hasLeft ? null : await this.#read().catch(() => null);
    throwIfStopped(signal);
    if (change !== this.#changes) return false;
    this.#hasLeft = false;
    await orStopped(this.#put(brought), signal).catch((error: unknown) => {
      void this.#put(before);
      throw error;
    });
    if (change !== this.#changes) return false;
    this.#tokens = tokens;
    this.#state = 'signed_in';
    return true;
  }

  /** Returns null if nobody is signed in. @throws AppError `keychain_*`. */
  async #read(): Promise<OAuthCredential | null> {
    const { secrets, log } = this.#deps;
    const text = await secrets.get(this.#account);
    if (text === null) return null;
    const credential = parseCredential(text);
    if (credential === null)
      log.warn('Ignored an invalid credential in the keychain.', { account: this.#account });
    return credential;
  }

  /** Resolves when the keychain has the credential or cannot take it now. @param credential null to erase it. */
  #put(credential: OAuthCredential | null): Promise<void> {
    const { secrets } = this.#deps;
    if (credential === null) return secrets.delete(this.#account);
    return secrets.set(this.#account, formatCredential(credential));
  }

  /**
   * Waits for the previous change and a running refresh, and drops the state in memory beside the credential. Returns
   * the number of the change.
   */
  async #beginChange(): Promise<number> {
    this.#changes += 1;
    const change = this.#changes;
    await Promise.all([this.#takingOver, this.#refreshing?.catch(() => undefined)]);
    this.#tokens = null;
    this.#failure = null;
    this.#renewed = new ElapsedTime(this.#deps);
    return change;
  }

  #refresh(): Promise<string> {
    if (this.#hasLeft) return Promise.reject(signedOut(this.#host));
    this.#refreshing ??= this.#refreshOnce().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refreshOnce(): Promise<string> {
    const { requests, clock, log, connectionId } = this.#deps;
    await this.#takingOver;
    const change = this.#changes;
    const credential = await this.#read();
    if (!credential || !isFor(credential, this.#deps.baseUrl)) throw this.#leave(change);
    this.#deps.knownSecrets.note(credential.refreshToken);
    this.#state = 'signed_in';
    if (this.#failure && this.#failure.untilMs > clock.monotonicMs()) throw this.#failure.error;
    const answer = await requests.refresh(credential, this.#closing.signal).catch((error: unknown) => {
      throw this.#noteFailure(error);
    });
    this.#failure = null;
    if (answer) this.#noteTokens(answer);
    if (answer === null) {
      log.info('The service ended a sign-in.', { connectionId, issuer: credential.issuer });
      await this.#put(null);
      throw this.#leave(change);
    }
    const { refreshToken } = answer;
    if (refreshToken !== null && refreshToken !== credential.refreshToken) {
      await this.#put({ ...credential, refreshToken });
    }
    if (change === this.#changes) this.#tokens = answer;
    return answer.accessToken;
  }

  #noteTokens({ accessToken, refreshToken }: IssuedTokens): void {
    this.#deps.knownSecrets.note(accessToken);
    this.#deps.knownSecrets.note(refreshToken);
  }

  /** Ends the session and returns the error for all waiting callers. Calls `onSignedOut` once. */
  #leave(change: number): AppError {
    const wasSignedIn = this.#state === 'signed_in';
    this.#tokens = null;
    this.#state = 'signed_out';
    if (wasSignedIn && change === this.#changes) this.#deps.onSignedOut();
    return signedOut(this.#host);
  }

  #noteFailure(cause: unknown): AppError {
    const { clock, log, connectionId } = this.#deps;
    const error = passingErrorOf(cause, this.#host);
    if (error.code === 'cancelled') return error;
    const count = (this.#failure?.count ?? 0) + 1;
    this.#failure = { error, count, untilMs: clock.monotonicMs() + backoffMs(backoff, count - 1) };
    log.warn('A token could not be renewed.', { connectionId, code: error.code, details: error.details });
    return error;
  }
}

/** Returns the error of a refresh that may succeed later, unlike one that ends the session. */
function passingErrorOf(cause: unknown, host: string): AppError {
  if (!(cause instanceof AppError)) return new AppError('service_failed', 'A refresh failed.', { cause });
  if (cause.code !== 'sign_in_failed') return cause;
  const reason = cause.details['reason'] ?? 'unreadable_answer';
  return new AppError('service_failed', `${host} did not renew the sign-in: ${String(reason)}`, {
    details: { host, reason },
  });
}
