import { readFileSync } from 'node:fs';
import { z } from 'zod';

const address = z.url({ protocol: /^https$/ });

const distributorSchema = z.object({
  package: z
    .object({
      /** Page about the app. */
      homepage: address.nullable().default(null),
      /** Contact, as `Name <address>`. */
      maintainer: z
        .string()
        .regex(/^[^<>\n]+ <[^<>@\s]+@[^<>@\s]+>$/, 'It is not of the form: Name <address>')
        .default('The Dailies authors <packages@dailies.invalid>'),
      /** Addresses of pictures of the app, for software centres. */
      screenshots: z.array(address).default([]),
    })
    .prefault({}),
});

/** Facts about the distributor that a package states. */
export type Distributor = z.infer<typeof distributorSchema>['package'];

/**
 * Reads `package` of a distributor's settings file.
 * @throws Error when it has another shape.
 */
export function readDistributor(path: string): Distributor {
  const parsed = distributorSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (parsed.success) return parsed.data.package;
  throw new Error(`${path} has no usable “package”: ${z.prettifyError(parsed.error)}`);
}
