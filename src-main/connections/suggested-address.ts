import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AppError } from '../../src-shared/app-error.ts';
import { parseServiceUrl } from './service-url.ts';

const fileSchema = z.object({ serviceUrl: z.string().nullable() });

/**
 * Returns the service address that a distributor put into `resources/service.json` as `{"serviceUrl": "https://…"}`;
 * null if there is none, as in the project itself.
 * @throws AppError `service_address_invalid` when the file holds something else.
 */
export function readSuggestedAddress(path: string): string | null {
  const text = readText(path);
  if (text === null) return null;
  const { serviceUrl } = parseFile(text, path);
  return serviceUrl === null ? null : parseServiceUrl(serviceUrl);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function parseFile(text: string, path: string): z.infer<typeof fileSchema> {
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('service_address_invalid', `${path} has no usable “serviceUrl”.`, {
      details: { reason: 'not_a_url' },
      cause,
    });
  }
}
