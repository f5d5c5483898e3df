/** The life of one document, worked out independently (contract, Life of a document): its states, its version numbers, and what each approval froze. */
import type { ModelRecord } from './model.ts';

export interface Frozen {
  readonly head: ModelRecord['fields'];
  readonly entries: ReadonlyMap<string, ModelRecord>;
  /** On how many it was approved. */
  readonly conditions: number;
}

export const markActions: readonly string[] = ['meet_condition', 'reopen_condition'];

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

/** By action; any other step is an update. */
export const eventNames: Readonly<Record<string, string>> = {
  submit_review: 'submitted',
  approve: 'approved',
  reject: 'rejected',
};

export class Life {
  status: Status = 'draft';
  version = 1;
  rounds = 0;
  discarded = 0;
  /** By version, from 1 without a gap. */
  readonly frozen: Frozen[] = [];
  /** What was said of the conditions of its versions, in its order. */
  readonly marks: { readonly version: number; readonly condition: number; readonly met: boolean }[] = [];
  /** Where a restored document goes back to. */
  before: Status = 'draft';

  /** Whether the step leads anywhere now. */
  takes(action: string): boolean {
    return moves[action]?.[this.status] !== undefined;
  }

  /** Of the version in force. */
  wordsOn(condition: number): Life['marks'] {
    return this.marks.filter((each) => each.version === this.frozen.length && each.condition === condition);
  }

  isMet(condition: number): boolean {
    return this.wordsOn(condition).at(-1)?.met ?? false;
  }

  /** Throws where nothing was to be said, or something was. */
  mark(action: string, condition: number, isSaid: boolean): void {
    const met = action === 'meet_condition';
    if (isSaid === (this.isMet(condition) === met))
      throw new Error(`condition ${condition}: “${action}” came to ${isSaid ? 'something' : 'nothing'}`);
    if (isSaid) this.marks.push({ version: this.frozen.length, condition, met });
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
