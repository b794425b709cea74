import { createServer } from 'node:http';

/** A service program of three lines for tests of who starts it: answers everything, ends when it is told to. */
const port = Number(process.argv[process.argv.indexOf('--port') + 1]);
const mode = process.env['SMALL_SERVICE_MODE'] ?? '';
if (mode === 'fails') {
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
    }),
  );
});
server.listen(port, '127.0.0.1', () => {
  const address = server.address();
  const url = typeof address === 'object' ? `http://127.0.0.1:${String(address?.port)}` : '';
  process.stdout.write('starting\n');
  process.stdout.write(`${JSON.stringify({ url })}\n`);
});
process.on('SIGTERM', () => {
  if (mode === 'stubborn') return;
  process.exit(0);
});
process.on('disconnect', () => process.exit(0));
