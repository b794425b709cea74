import { fastify } from 'fastify';

/** The least a server can do: the peer of the service's own answers. */
const server = fastify();
server.get('/', async () => ({ ok: true }));
process.stdout.write(`${JSON.stringify({ url: await server.listen({ host: '127.0.0.1', port: 0 }) })}\n`);
