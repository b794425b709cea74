const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);

function withoutPort(address: string): string | null {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' || !loopbackHosts.has(url.hostname) || url.username !== '') return null;
  url.port = '';
  return url.href;
}

/** Matches loopback addresses on any port, because native apps listen on whatever port is free (RFC 8252 §7.3). */
export function isLoopbackMatch(address: string, registered: readonly string[]): boolean {
  const plain = withoutPort(address);
  return plain !== null && registered.some((known) => withoutPort(known) === plain);
}
