/** The table of access tokens (contract, Tokens and settings): what each is known by, and what it may do. */

export interface TokenTable {
  readonly org_id: string;
  readonly id: string;
  /** SHA-256 of the token, hex. */
  readonly hash: string;
  readonly name: string;
  /** At most this one, where the token acts as a user. */
  readonly role: string;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** JSON array of permissions that the role is narrowed to; null = all of the role. */
  readonly scopes: string | null;
  /** The user that it acts as; whatever becomes of the user's role holds for the token at once. */
  readonly user_id: string | null;
  /** JSON array of addresses and CIDRs that it is accepted from; null = from anywhere. */
  readonly ip_allow: string | null;
  /** By which people tell it from others; null where the token was not made here. */
  readonly prefix: string | null;
  readonly last_characters: string | null;
  /** The actor that made it; null = the operator. */
  readonly created_by: string | null;
  /** Written at most once a minute. */
  readonly last_used_at: string | null;
  /** JSON array of the projects that it is limited to, for the sync doors alone; null = the whole organisation. */
  readonly project_ids: string | null;
}
