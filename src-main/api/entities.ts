import type { ResponseBody } from '../../src-shared/api/operations.ts';
import type { HttpClient } from './http-client.ts';
import { pageQuery, paginate } from './paginate.ts';

const pageLimit = 200;

type Entity = ResponseBody<'listEntities'>['entities'][number];

/** Actors, products, visual styles and slideshow themes (specification §4.8). */
export class Entities {
  readonly #http: HttpClient;

  constructor(deps: { http: HttpClient }) {
    this.#http = deps.http;
  }

  /** All of every kind, the built-in ones first. */
  async list(signal: AbortSignal): Promise<Entity[]> {
    const pages = paginate(async (cursor) => {
      const query = pageQuery(cursor, pageLimit);
      const page = await this.#http.call('listEntities', { query, signal });
      return { items: page.entities, nextCursor: page.nextCursor };
    });
    const entities: Entity[] = [];
    for await (const entity of pages) entities.push(entity);
    return entities;
  }
}
