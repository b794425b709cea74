/**
 * Returns the head of an HTTP/1.1 request on a connection of its own (RFC 9112 §3).
 * @param headers fields besides `host`, `user-agent` and `connection`; values without line ends.
 */
export function requestHead(
  method: 'GET' | 'PUT',
  target: URL,
  headers: Readonly<Record<string, string>>,
): string {
  const fields = { host: target.host, 'user-agent': 'Dailies', ...headers, connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => {
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) throw new RangeError(`${name} is no value of a header.`);
    return `${name}: ${value}\r\n`;
  });
  return `${method} ${target.pathname}${target.search} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
