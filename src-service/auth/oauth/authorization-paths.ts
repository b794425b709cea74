/** Path of the issuer below the service's base address (contract supplement §4.11: an issuer has a path). */
export const issuerPath = '/auth/v1';
/** Path of the page that lists the apps a user has connected. */
export const connectedAppsPath = '/connected-apps';

/** Path of the page for one sign-in and consent. */
export function interactionPath(uid: string): string {
  return `${issuerPath}/interaction/${uid}`;
}
