/** Who made each command of a push (contract, Sync, SY86, SY105): never the sender in place of somebody else. */
import { unknownPerson, type Actor, type Person } from '../../shared/model/access.ts';
import { findTokensByHash } from '../store/access/tokens.ts';
import type { WriteTransaction } from '../store/write.ts';
import type { IncomingCommand } from './incoming.ts';

export class Authors {
  readonly #sender: Actor;
  /** By SHA-256 of the token, also of those that are revoked or expired. */
  readonly #peopleByToken: ReadonlyMap<string, Person>;

  private constructor(sender: Actor, peopleByToken: ReadonlyMap<string, Person>) {
    this.#sender = sender;
    this.#peopleByToken = peopleByToken;
  }

  static async of(
    commands: readonly IncomingCommand[],
    sender: Actor,
    { trx, orgId }: Pick<WriteTransaction, 'trx' | 'orgId'>,
  ): Promise<Authors> {
    const hashes = new Set(commands.flatMap(({ author }) => (author?.actor ? [] : (author?.token ?? []))));
    const tokens = hashes.size === 0 ? [] : await findTokensByHash(trx, [...hashes]);
    // A token that an operator chose could be guessed here, one of ours cannot: it is random.
    const own = tokens.filter(
      ({ org_id, prefix, id }) => org_id === orgId && (prefix !== null || id === sender.tokenId),
    );
    const people = own.map(({ hash, actor_id: id, actor_name: name }) => [hash, { id, name }] as const);
    return new Authors(sender, new Map(people));
  }

  /** The sender, if the command names no author. */
  authorOf(command: Pick<IncomingCommand, 'author'> | undefined): Person {
    const author = command?.author;
    if (!author) return this.#sender;
    const person = author.actor ?? this.#peopleByToken.get(author.token ?? '') ?? unknownPerson;
    return person.id === this.#sender.id ? this.#sender : person;
  }
}
