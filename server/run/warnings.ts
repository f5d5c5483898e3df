/** What an operator should mend, found at start: told on the terminal, in the log, and by `/readyz` (contract, Security, HR27). */
import { isLoopback } from '../base/addresses.ts';
import type { Config } from '../base/config.ts';

export function warningsOf({
  host,
  baseUrl,
  tlsCert,
  trustedProxies,
}: Pick<Config, 'host' | 'baseUrl' | 'tlsCert' | 'trustedProxies'>): string[] {
  const hasTls = tlsCert !== undefined || baseUrl?.startsWith('https:') || trustedProxies.length > 0;
  if (hasTls || isLoopback(host)) return [];
  return [
    `Other machines reach this server without TLS, tokens included: HOST is ${host}. ` +
      'Set TLS_CERT and TLS_KEY, or put a proxy with TLS in front and set TRUSTED_PROXIES and BASE_URL.',
  ];
}
