/** The table of access tokens (contract, Tokens and settings). */

export interface TokenTable {
  readonly org_id: string;
  readonly id: string;
  /** SHA-256 of the token, hex. */
  readonly hash: string;
  readonly name: string;
  /** The token's role; for a token that acts as a user, an upper bound on the user's role. */
  readonly role: string;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** JSON array of permissions that restricts the role; null = all permissions of the role. */
  readonly scopes: string | null;
  /** The user that the token acts as; changes to the user's role apply to the token immediately. */
  readonly user_id: string | null;
  /** JSON array of addresses and CIDR ranges from which the token is accepted; null = any. */
  readonly ip_allow: string | null;
  /** Shown to help people recognise the token, like `last_characters`; null if the token was not created here. */
  readonly prefix: string | null;
  readonly last_characters: string | null;
  /** The actor that created the token; null = the operator. */
  readonly created_by: string | null;
  /** The token that it was created with; null = the operator. Revoking that one revokes this one. */
  readonly parent_id: string | null;
  /** Updated at most once a minute. */
  readonly last_used_at: string | null;
  /** JSON array of the projects that the token is limited to, for the sync API only; null = the whole organisation. */
  readonly project_ids: string | null;
  /** JSON array of `PastProjects`, oldest first: what it was limited to before. */
  readonly past_projects: string;
  /** The device that it was first used on to record something; null = none so far. */
  readonly device_id: string | null;
  readonly purpose: TokenPurpose;
  /** JSON: the one thing that a code of the purpose `own_phone` is for; null = the rights say it all. */
  readonly bound_to: string | null;
  /** By how much the clock of the device was ahead of the server's, when it last said so; null = it never did. */
  readonly clock_ahead_ms: number | null;
}

/** What a token was limited to until then (RFC 3339); `project_ids` null = the whole organisation. */
export interface PastProjects {
  readonly project_ids: readonly string[] | null;
  readonly until: string;
}

/**
 * `api` = a bearer token; `session` = the cookie of a browser; `sign_in` = a link, `device_code` = a code of a tablet, `own_phone` = one
 * by which a person signs on their own phone: they work once.
 * `first_step` = the cookie of a browser whose user has yet to show a passkey, `new_passkey` = the challenge for a new one: neither may do
 * anything else.
 */
export type TokenPurpose = 'api' | 'session' | 'sign_in' | 'first_step' | 'new_passkey' | 'device_code' | 'own_phone';
