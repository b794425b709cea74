import { fastify } from 'fastify';

/** Minimal server whose response time is the peer of the service's. */
const server = fastify();
server.get('/', async () => ({ ok: true }));
process.stdout.write(`${JSON.stringify({ url: await server.listen({ host: '127.0.0.1', port: 0 }) })}\n`);
