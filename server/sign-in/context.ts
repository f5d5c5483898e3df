/** What signing in needs; made by the composition root. */
import type { User } from '../../shared/resources/user.ts';
import type { RestContext } from '../rest/request/rest-context.ts';
import type { Provider } from './provider/provider.ts';

export interface SignInContext extends RestContext {
  /** Whether e-mails are sent; otherwise the operator is told the links. */
  readonly hasMail: boolean;
  /** Shows a line to the operator, who reads it in the terminal; null = nobody does. */
  readonly tell: ((line: string) => void) | null;
  /** Signs users in besides links; null = none is set. */
  readonly provider: Provider | null;
  /** Role of a user whom the provider knows and Sitefile does not; null = they are refused. */
  readonly newUsers: User['role'] | null;
  /** Loads the example; returns the id of its organisation. Null = there is none here. */
  readonly loadExample: (() => Promise<string>) | null;
}
