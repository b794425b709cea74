import { request as httpRequest } from 'node:http';

export interface PageAnswer {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
  readonly cookies: readonly string[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Sends a request as a browser does, but follows no redirects and keeps no cookies. */
export function rawRequest(
  url: URL,
  options: { readonly cookie?: string; readonly origin?: string; readonly form?: Record<string, string> },
): Promise<PageAnswer> {
  const { cookie, origin, form } = options;
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      method: form ? 'POST' : 'GET',
      agent: false,
      headers: {
        ...(cookie !== undefined && cookie !== '' && { cookie }),
        ...(origin !== undefined && { origin }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          location: response.headers.location ?? null,
          cookies: response.headers['set-cookie'] ?? [],
          headers: response.headers,
        }),
      );
    });
    request.end(form ? new URLSearchParams(form).toString() : undefined);
  });
}
