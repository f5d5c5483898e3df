/** The tables of what a user signs in with beside the link: an account at the sign-in provider, and passkeys (contract, Tokens and settings). */

export interface IdentityTable {
  readonly org_id: string;
  readonly id: string;
  readonly user_id: string;
  /** As the provider calls itself, and its user. */
  readonly issuer: string;
  readonly subject: string;
  /** Of the user when they were bound, in lower case: another address in the user's record ends the bond. */
  readonly email: string;
  readonly created_at: string;
}

export interface PasskeyTable {
  readonly org_id: string;
  readonly id: string;
  readonly user_id: string;
  /** base64url, as the authenticator calls it. */
  readonly credential_id: string;
  /** COSE key, base64url. */
  readonly public_key: string;
  /** JSON array, as the browser tells them. */
  readonly transports: string;
  /** Host name that it was made for. */
  readonly rp_id: string;
  readonly name: string;
  readonly created_at: string;
  /** Use changes these two. */
  readonly sign_count: number;
  readonly last_used_at: string | null;
}
