import { z } from 'zod';
import { call, event } from '../../ipc/define.ts';

/** `system`: the settings of the computer or its environment variables apply; `pac`: a script at an address decides. */
const proxyModeSchema = z.enum(['system', 'none', 'manual', 'pac']);
export type ProxyMode = z.infer<typeof proxyModeSchema>;

const proxySchema = z.object({
  mode: proxyModeSchema,
  /** Scheme, host and port, used while the mode is `manual`; empty for none. */
  address: z.string().max(2_000),
  user: z.string().max(500),
  /** Address of the script, used while the mode is `pac`; empty for none. */
  pacAddress: z.string().max(2_000),
});

const networkSchema = proxySchema.extend({
  /** True if a password is stored, in the keychain or in memory until the app closes. */
  hasPassword: z.boolean(),
  canUsePac: z.boolean(),
  /** Certificates trusted in addition to the usual ones. */
  authorities: z.array(
    z.object({
      name: z.string(),
      /** Unix time in milliseconds. */
      validTo: z.number().int(),
    }),
  ),
});
export type Network = z.infer<typeof networkSchema>;

const proxyChangeSchema = proxySchema.extend({
  /** Absent: keeps the stored password. Empty: removes it. */
  password: z.string().max(2_000).optional(),
});
export type ProxyChange = z.infer<typeof proxyChangeSchema>;

/** Host that answered, and the proxy used; `host` is null if every connection stays on this computer. */
const networkTestSchema = z.object({ host: z.string().nullable(), proxy: z.string().nullable() });
export type NetworkTest = z.infer<typeof networkTestSchema>;

export const networkCalls = {
  'network.get': call(z.object({}), networkSchema),
  /** @throws `invalid_input` with `reason` `proxy_address` or `pac_address`. */
  'network.setProxy': call(proxyChangeSchema, networkSchema),
  /** Replaces the trusted certificates; null removes them. @throws `invalid_input` with `reason` `no_certificate`. */
  'network.setAuthorities': call(z.object({ pem: z.string().max(2_000_000).nullable() }), networkSchema),
  /** Sends a request to the service of a hosted connection. @throws `service_unreachable`. */
  'network.test': call(z.object({}), networkTestSchema),
};

export const networkEvents = {
  'network.changed': event(networkSchema),
};
