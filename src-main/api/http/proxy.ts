import { Agent } from 'node:https';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Environment } from '../../foundation/environment.ts';
import { isLoopback } from '../../foundation/web-address.ts';

/** Finds the proxy for an address outside this computer; null for none. Rejects with `AppError`. */
export type FindProxy = (target: URL) => Promise<URL | null>;

const byEnvironment: FindProxy = (target) => Promise.resolve(proxyFor(target));
let chosen = byEnvironment;

/** Sets how this thread finds proxies; null for the usual environment variables. */
export function useProxies(find: FindProxy | null): void {
  chosen = find ?? byEnvironment;
}

/** Returns the configured proxy for an address; null for none, and for an unencrypted or local address. */
export async function findProxy(target: URL): Promise<URL | null> {
  return target.protocol !== 'https:' || isLoopback(target) ? null : chosen(target);
}

/** True if the environment variables define proxies. */
export function isInEnvironment(environment: Environment = process.env): boolean {
  return proxyAddress(environment) !== '';
}

/** Returns the variable with the lower-case name, or the one with the upper-case name if that is empty. */
function settingOf(environment: Environment, name: string): string {
  return environment[name.toLowerCase()]?.trim() || (environment[name]?.trim() ?? '');
}

function proxyAddress(environment: Environment): string {
  return settingOf(environment, 'HTTPS_PROXY') || settingOf(environment, 'HTTP_PROXY');
}

/** Returns the error for a proxy that cannot be used. */
export function proxyUnusable(host: string): AppError {
  return new AppError('service_unreachable', 'The address of the proxy is not one of http or https.', {
    details: { host, reason: 'proxy_unusable', outcome: 'not_sent' },
  });
}

/**
 * Returns the proxy for an address; null for none. Reads `HTTPS_PROXY` (else `HTTP_PROXY`) and `NO_PROXY`, in lower
 * case first. Unencrypted requests never leave this computer, so they have no proxy.
 * @throws AppError `service_unreachable` with reason `proxy_unusable` for a proxy that is no http or https address.
 */
export function proxyFor(target: URL, environment: Environment = process.env): URL | null {
  const address = proxyAddress(environment);
  if (address === '' || target.protocol !== 'https:' || isLoopback(target)) return null;
  if (isExempt(target, settingOf(environment, 'NO_PROXY'))) return null;
  const proxy = URL.parse(address.includes('://') ? address : `http://${address}`);
  if (proxy && /^https?:$/.test(proxy.protocol)) return proxy;
  throw proxyUnusable(target.host);
}

/** @param list names with their subdomains, and addresses, each with an optional port; `*` for all. */
function isExempt({ hostname, port }: URL, list: string): boolean {
  return list.split(/[\s,]+/).some((entry) => {
    const [, host = '', onlyPort] = /^(\[.*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (onlyPort !== undefined && onlyPort !== (port || '443')) return false;
    const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host.replace(/^\*?\./, '');
    return name === '*' || (name !== '' && (hostname === name || hostname.endsWith(`.${name}`)));
  });
}

/** Returns the agent with which the API client uses a proxy: a tunnel, so that the proxy can read nothing. */
export function agentsFor(proxy: URL | null): { readonly https?: Agent } {
  return proxy ? { https: new Agent({ proxyEnv: { https_proxy: proxy.href } }) } : {};
}
