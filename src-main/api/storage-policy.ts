import type { LookupFunction } from 'node:net';
import { AppError } from '../../src-shared/app-error.ts';
import { isPrivateHost, lookUpPublicOnly, refusedHost, refusePrivateName } from './private-addresses.ts';
import { type FindProxy, findProxy } from './proxy.ts';

/** How often a signed link may lead on to another address. */
const maxHops = 3;

function refusedLink(message: string, reason: string, host?: string): AppError {
  return new AppError('download_failed', message, {
    details: { ...(host === undefined ? {} : { host }), reason },
  });
}

/**
 * A signed link, or the target of a redirect, as an address.
 * @throws AppError `download_failed` with reason `not_a_web_address`.
 */
export function parseLink(link: string, base?: URL): URL {
  const url = URL.parse(link, base?.href);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw refusedLink('A link of the service is not a web address.', 'not_a_web_address');
  }
  return url;
}

/**
 * Whether the target is the configured service itself, the only one that may be plain http or in a private network.
 * Names of others are looked at once more when they are resolved: `lookUpPublicOnly`.
 * @param trustedOrigin the service's scheme, host and port.
 * @throws AppError `download_failed` with reason `not_encrypted` or `private_address`.
 */
export function isTrustedTarget(target: URL, trustedOrigin: string): boolean {
  if (target.origin === trustedOrigin) return true;
  if (target.protocol !== 'https:') {
    throw refusedLink(
      `A link of the service to ${target.host} is not encrypted.`,
      'not_encrypted',
      target.host,
    );
  }
  if (isPrivateHost(target.hostname)) throw refusedHost(target.hostname);
  return false;
}

/** How a link may be reached. */
interface AllowedRoute {
  readonly target: URL;
  /** Resolves the target's name for a connection to it; null: as the system does. */
  readonly lookup: LookupFunction | null;
  /** Its own address may be a private one. */
  readonly proxy: URL | null;
}

/**
 * The way to a target. Behind a proxy a name that is private here is refused as well; one that is unknown here is the
 * proxy's to resolve.
 * @param find where another thread knows the proxies.
 * @throws AppError as `isTrustedTarget`, and as `find`.
 */
export async function routeTo(
  target: URL,
  trustedOrigin: string,
  find: FindProxy = findProxy,
): Promise<AllowedRoute> {
  const isTrusted = isTrustedTarget(target, trustedOrigin);
  const proxy = await find(target);
  if (proxy && !isTrusted) await refusePrivateName(target.hostname);
  return { target, lookup: isTrusted ? null : lookUpPublicOnly, proxy };
}

/**
 * Where an answer leads on to; null when it is no redirect.
 * @param hopCount redirects followed before this one.
 * @throws AppError `download_failed` for a fourth redirect, and from https to http whatever the host.
 */
export function nextHop(
  status: number,
  location: string | undefined,
  from: URL,
  hopCount: number,
): URL | null {
  if (status < 300 || status >= 400 || status === 304 || location === undefined || location === '')
    return null;
  if (hopCount >= maxHops) {
    throw refusedLink(
      'A link of the service redirects more than three times.',
      'too_many_redirects',
      from.host,
    );
  }
  const target = parseLink(location, from);
  if (from.protocol === 'https:' && target.protocol !== 'https:') {
    throw refusedLink(
      `A link of the service leads from https to ${target.host} without it.`,
      'not_encrypted',
      target.host,
    );
  }
  return target;
}
