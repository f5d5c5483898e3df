/** Encrypts and decrypts a subscription's secrets and custom headers (contract, Webhooks). */
import { webhookContext, type Secrets } from '../../auth/secrets.ts';
import type { WebhookTable } from '../../store/tables/tables.ts';
import { hasTwoSecrets } from '../../store/access/webhooks.ts';

export interface SigningSecrets {
  readonly secret: string;
  /** The secret before the rotation; signs too until its hand-over. */
  readonly previous?: string | undefined;
}

export interface OpenedWebhook extends SigningSecrets {
  readonly headers: Readonly<Record<string, string>>;
}

/** Throws UnsealError. @param nowMs ms since 1970 */
export function openedWebhook(secrets: Secrets, webhook: WebhookTable, nowMs: number): OpenedWebhook {
  const { org_id, id, secret, headers } = webhook;
  const context = webhookContext(org_id, id);
  return {
    secret: secrets.unseal(secret, context),
    previous: hasTwoSecrets(webhook, nowMs) ? secrets.unseal(webhook.previous_secret ?? '', context) : undefined,
    // sealHeaders wrote it
    headers:
      headers === null
        ? {}
        : (JSON.parse(secrets.unseal(headers, headersContext(org_id, id))) as Readonly<Record<string, string>>),
  };
}

/** Encrypted for storage; null if there are none. */
export function sealedHeaders(
  secrets: Secrets,
  organisationId: string,
  webhookId: string,
  headers: Readonly<Record<string, string>>,
): string | null {
  if (Object.keys(headers).length === 0) return null;
  return secrets.seal(JSON.stringify(headers), headersContext(organisationId, webhookId));
}

/** Another context than the secret's, so that neither ciphertext can replace the other. */
function headersContext(organisationId: string, webhookId: string): string {
  return JSON.stringify(['webhook headers', organisationId, webhookId]);
}
