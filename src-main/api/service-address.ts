/** Where the service answers now, and the bearer for that origin and no other. */
export interface ServiceAddress {
  /** An origin, optionally with a path before `/v1`; without a slash at its end. */
  readonly baseUrl: string;
  /** API key or access token. */
  readonly bearer: string | null;
}

/** Where the service is, for what carries no credential: it needs neither the keychain nor an answer of the service. */
export interface OriginSource {
  /**
   * Waits while a local service starts.
   * @throws AppError `service_stopped` when it cannot be started, `cancelled` when the signal is aborted.
   */
  origin(signal: AbortSignal): Promise<string>;
}

/** The configured service, local or by address. */
export interface AddressSource {
  /**
   * Waits while a local service starts or a token is renewed.
   * @throws AppError `service_stopped` when it cannot be started, `signed_out` when there is no credential,
   * `keychain_*` when it cannot be read, `cancelled` when the signal is aborted.
   */
  current(signal: AbortSignal): Promise<ServiceAddress>;
  /**
   * Called when the service refused a bearer (401). However many callers tell of the same one, at most one renewal is
   * made.
   * @returns true when there is another bearer, so that the request is worth sending once more.
   */
  renew(refusedBearer: string, signal: AbortSignal): Promise<boolean>;
}
