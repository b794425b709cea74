/** Where the service answers now, and the bearer for that origin and no other. */
export interface ServiceAddress {
  /** An origin, optionally with a path before `/v1`; without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

/** The configured service, local or by address. */
export interface AddressSource {
  /**
   * Waits while a local service starts.
   * @throws AppError `service_stopped` when it cannot be started, `cancelled` when the signal is aborted.
   */
  current(signal: AbortSignal): Promise<ServiceAddress>;
}
