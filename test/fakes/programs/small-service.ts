import { createServer } from 'node:http';

/**
 * Service program of three lines for tests of who starts it. It answers every request with its own arguments and exits
 * when its standard input ends.
 */
const port = Number(process.argv[process.argv.indexOf('--port') + 1]);
if (process.env['SMALL_SERVICE_MODE'] === 'fails') {
  process.stderr.write('There is no room for me.\n');
  process.exit(3);
}
if (process.env['SMALL_SERVICE_MODE'] === 'logs') {
  const error = 'Error: No luck today\n    at migrate (file:///program.ts:26:16)';
  const line = { time: '2026-01-01T00:00:00Z', level: 'error', message: 'The service failed', error };
  process.stderr.write(`${JSON.stringify(line)}\n`);
  process.exit(1);
}
const server = createServer((request, response) => {
  if (request.url === '/die') process.exit(7);
  const isKnown = request.headers.authorization === `Bearer ${process.env['DAILIES_SERVICE_KEY'] ?? ''}`;
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      apiKeyId: 'k',
      apiKeyNickname: 'n',
      email: 'local@dailies',
      displayName: null,
      teamId: 't',
      program: process.execPath,
      words: process.argv.slice(2),
      variables: Object.keys(process.env),
    }),
  );
});
server.listen(port, '127.0.0.1', () => {
  const address = server.address();
  const url = typeof address === 'object' ? `http://127.0.0.1:${String(address?.port)}` : '';
  process.stdout.write('starting\n');
  process.stdout.write(`${JSON.stringify({ url })}\n`);
});
process.stdin.on('end', () => process.exit(0)).resume();
