/** What signing in needs; made by the composition root. */
import type { RestContext } from '../rest/request/rest-context.ts';

export interface SignInContext extends RestContext {
  /** Whether e-mails are sent; otherwise the operator is told the links. */
  readonly hasMail: boolean;
  /** Shows a line to the operator, who reads it in the terminal; null = nobody does. */
  readonly tell: ((line: string) => void) | null;
  /** Loads the example; returns the id of its organisation. Null = there is none here. */
  readonly loadExample: (() => Promise<string>) | null;
}
