/**
 * A redirect address as a page's policy names it. Policies know no IPv6 addresses, and no more of a program's own
 * addresses than their scheme.
 */
export function formTargetOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (!url) return "'self'";
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && !url.hostname.startsWith('[') ? url.origin : url.protocol;
}
