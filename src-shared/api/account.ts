import { z } from 'zod';

/** Contract supplement §4.10. A sign-in by OAuth may leave the fields of a key empty. */
export const accountSchema = z.object({
  apiKeyId: z.string().nullish(),
  apiKeyNickname: z.string().nullish(),
  email: z.string(),
  displayName: z.string().nullish(),
  teamId: z.string(),
});
export type Account = z.infer<typeof accountSchema>;

/** RFC 9728 metadata (specification §5.1). */
export const protectedResourceSchema = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
  scopes_supported: z.array(z.string()).optional(),
  resource_documentation: z.string().optional(),
});
