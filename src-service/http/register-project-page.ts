import type { FastifyInstance } from 'fastify';

const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>Project</title>
  <p>This project is kept on this computer. Open the app to see it.</p>
</html>
`;

/** Registers the page behind a project's link. It is the same for every id, since a link alone proves nothing. */
export function registerProjectPage(app: FastifyInstance): void {
  app.get('/projects/:projectId', { config: { access: 'open' } }, async (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'")
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
