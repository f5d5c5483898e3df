/** The table of mirrors: what people set up, and how far the follower is with each. */

export interface MirrorTable {
  readonly org_id: string;
  readonly id: string;
  readonly url: string;
  /** Name and password as JSON, encrypted with organisation and mirror as context; null = none. */
  readonly credentials: string | null;
  readonly description: string | null;
  /** JSON array of the projects that it is limited to; null = the whole organisation. */
  readonly project_ids: string | null;
  /** JSON array of the kinds that it holds. */
  readonly kinds: string;
  readonly attachments: number;
  readonly enabled: number;
  /** The token that set the mirror up, changed or enabled it last; null = the operator's. */
  readonly token_id: string | null;
  /** When that token turned out to have lost the rights that it takes: nothing is written until somebody enables the mirror. */
  readonly withdrawn_at: string | null;
  /** Counts the changes that people made; the number in the ETag. */
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** waiting (for its first attempt) · comparing · following */
  readonly phase: string;
  /** 1 = everything is to be compared anew. */
  readonly resync: number;
  /** The feed is mirrored up to here. For display and to see what is due: the checkpoint in the mirror itself decides. */
  readonly seq: number;
  readonly documents_written: number;
  /** Documents that somebody had changed in the mirror, and that were put right. */
  readonly overruled: number;
  readonly overruled_id: string | null;
  readonly overruled_at: string | null;
  /** Documents that the mirror does not hold whole, because they or their files are too large. */
  readonly left_out: number;
  readonly left_out_id: string | null;
  readonly left_out_at: string | null;
  /** Versions and sign-offs that only the mirror has, counted since everything was last compared. */
  readonly kept: number;
  /** JSON array of the ids of the first of them. */
  readonly kept_ids: string;
  /** Failed attempts in a row, with nothing written between them. */
  readonly failures: number;
  /** Why the last attempt failed, in plain words; null = it did not. */
  readonly failure: string | null;
  readonly failed_at: string | null;
  readonly last_success_at: string | null;
  /** The next attempt; a change of a record brings it forward unless the last one failed. */
  readonly due_at: string;
  readonly lease_token: string | null;
  readonly lease_until: string | null;
}
