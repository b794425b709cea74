import type { FastifyInstance } from 'fastify';
import { operations } from '../../src-shared/api/operations.ts';
import { html } from '../auth/pages/html.ts';
import { makePage } from '../auth/pages/page.ts';
import type { ServiceAddress } from '../service-address.ts';

function makeDocumentation(baseUrl: string) {
  const rows = Object.values(operations).map(
    ({ method, path }) => html`<li><code>${method} ${path}</code></li>`,
  );
  const content = html`<h1>The service on this computer</h1>
    <p>Base address: <code>${baseUrl}</code></p>
    <p>
      Send <code>Authorization: Bearer …</code> with each request: an API key, or the access token of an app
      that was let in. Apps find out where to sign in at <code>/.well-known/oauth-protected-resource</code>.
      Keys are made with <code>npm run service -- keys create --data FOLDER</code>.
    </p>
    <ul class="facts">
      ${rows}
    </ul>`;
  return makePage('The service on this computer', content, { isWide: true });
}

/** Registers the page `resource_documentation` points to (specification §5.1): how to call, and all operations. */
export function registerDocumentation(app: FastifyInstance, deps: { address: ServiceAddress }): void {
  app.get('/docs', { config: { access: 'open' } }, async (_request, reply) => {
    const { body, headers } = makeDocumentation(deps.address.baseUrl);
    return reply.headers(headers).send(body);
  });
}
