/** The life of one document, worked out independently (contract, Life of a document): its states, its version numbers, and what each approval froze. */
import type { ModelRecord } from './model.ts';

export interface Frozen {
  readonly head: ModelRecord['fields'];
  readonly entries: ReadonlyMap<string, ModelRecord>;
}

type Status = 'draft' | 'pending_review' | 'approved' | 'archived';

const moves: Readonly<Record<string, Partial<Record<Status, Status>>>> = {
  submit_review: { draft: 'pending_review' },
  withdraw: { pending_review: 'draft' },
  reject: { pending_review: 'draft' },
  approve: { pending_review: 'approved' },
  revise: { approved: 'draft' },
  discard: { draft: 'approved' },
  archive: { draft: 'archived', approved: 'archived' },
  restore: { archived: 'archived' },
};

export class Life {
  status: Status = 'draft';
  version = 1;
  rounds = 0;
  discarded = 0;
  /** By version, from 1 without a gap. */
  readonly frozen: Frozen[] = [];
  /** Where a restored document goes back to. */
  before: Status = 'draft';

  /** Whether the step leads anywhere now. */
  takes(action: string): boolean {
    return moves[action]?.[this.status] !== undefined;
  }

  /** What the document goes back to, where a draft was given up. Throws where the step should have been refused. */
  advance(action: string, freeze: () => Frozen): Frozen | undefined {
    const to = moves[action]?.[this.status];
    if (!to) throw new Error(`“${action}” was taken of a document that is ${this.status}`);
    if (action === 'archive') this.before = this.status;
    this.status = action === 'restore' ? this.before : to;
    if (action === 'submit_review') this.rounds += 1;
    if (action === 'revise') this.version += 1;
    if (action === 'approve') {
      this.frozen.push(freeze());
      if (this.frozen.length !== this.version) throw new Error(`version ${this.version} was approved after a gap`);
    }
    if (action !== 'discard') return undefined;
    this.version -= 1;
    this.discarded += 1;
    return this.frozen.at(-1);
  }
}
