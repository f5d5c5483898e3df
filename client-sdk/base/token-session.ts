/** What is done under one token ends with it: requests, their retries, and the results of those that are under way. */
import { sha256Hex } from '../../shared/crypto/sha256.ts';

/** A new token came: what was begun under the one before has no effect. */
export class TokenChangedError extends Error {
  override readonly name = 'TokenChangedError';

  constructor() {
    super('Another token came meanwhile: the next sync begins with it.');
  }
}

/** From the time a token is given until the next one is. */
export class TokenSession {
  readonly token: string;
  /** SHA-256 of the token, hex. */
  readonly digest: string;
  /** The server has said that the token belongs to the organisation of this replica. Before that, nothing but hello is sent. */
  isConfirmed = false;
  readonly #ending = new AbortController();

  constructor(token: string) {
    this.token = token;
    this.digest = sha256Hex(token);
  }

  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  end(): void {
    this.#ending.abort();
  }

  /** Throws TokenChangedError. */
  requireCurrent(): void {
    if (this.ended.aborted) throw new TokenChangedError();
  }
}

export class TokenSessions {
  current: TokenSession;

  constructor(token: string) {
    this.current = new TokenSession(token);
  }

  begin(token: string): void {
    this.current.end();
    this.current = new TokenSession(token);
  }
}
