/** Current address of the service, with the bearer for that origin only. */
export interface ServiceAddress {
  /** Origin, optionally with a path before `/v1`; without a trailing slash. */
  readonly baseUrl: string;
  /** API key or access token. */
  readonly bearer: string | null;
}

/** Origin for requests without a credential. It needs neither the keychain nor an answer of the service. */
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
   * Renews a bearer that the service refused (401). Any number of callers with the same bearer cause one renewal at
   * most.
   * @returns true if another bearer is available, so that the request is worth sending once more.
   */
  renew(refusedBearer: string, signal: AbortSignal): Promise<boolean>;
}
