/**
 * Returns a redirect address as a source for a page's `form-action` policy. Policies cannot name IPv6 addresses, and of
 * an app's own links they can only name the scheme.
 */
export function formTargetOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (!url) return "'self'";
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && !url.hostname.startsWith('[') ? url.origin : url.protocol;
}
