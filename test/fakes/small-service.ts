import { createServer } from 'node:http';

/**
 * A service program of three lines for tests of who starts it: answers everything with what it was started with, ends
 * when its standard input does.
 */
const port = Number(process.argv[process.argv.indexOf('--port') + 1]);
if (process.env['SMALL_SERVICE_MODE'] === 'fails') {
  process.stderr.write('There is no room for me.\n');
  process.exit(3);
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
