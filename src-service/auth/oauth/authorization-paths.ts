/** Path of the issuer below the service's base address (contract supplement §4.11: an issuer has a path). */
export const issuerPath = '/auth/v1';
/** Where the apps a user has connected are looked through. */
export const connectedAppsPath = '/connected-apps';

/** The page a user is sent to for signing in and for consent. */
export function interactionPath(uid: string): string {
  return `${issuerPath}/interaction/${uid}`;
}
