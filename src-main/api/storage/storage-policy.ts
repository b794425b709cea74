import type { LookupFunction } from 'node:net';
import { AppError } from '../../../src-shared/app-error.ts';
import { type FindProxy, findProxy } from '../http/proxy.ts';
import { isPrivateHost, lookUpPublicOnly, refusedHost, refusePrivateName } from './private-addresses.ts';

/** Maximum number of redirects from a signed link. */
const maxHops = 3;

function refusedLink(message: string, reason: string, host?: string): AppError {
  return new AppError('download_failed', message, {
    details: { ...(host === undefined ? {} : { host }), reason },
  });
}

/**
 * Parses a signed link or the target of a redirect.
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
 * True if the target is the configured service, which alone may be plain http or in a private network. The names of
 * other targets are checked again when they are resolved: `lookUpPublicOnly`.
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

/** Permitted route to a link. */
interface AllowedRoute {
  readonly target: URL;
  /** Resolves the target's name for a connection; null for the system's resolver. */
  readonly lookup: LookupFunction | null;
  /** Proxy to use, whose own address may be private; null for none. */
  readonly proxy: URL | null;
}

/**
 * Returns the route to a target. Behind a proxy, a name that is private here is refused as well; the proxy resolves a
 * name that is unknown here.
 * @param find finds proxies, if another thread knows them.
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
 * Returns the target of a redirect; null if the answer is no redirect.
 * @param hopCount number of redirects followed before this one.
 * @throws AppError `download_failed` for a fourth redirect, and for one from https to http on any host.
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
