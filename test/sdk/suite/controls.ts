/**
 * What a behaviour of the SDK may do to its server beside speaking to it: calls whose arguments and answers are JSON, so that a page can
 * make them too (contract, Devices).
 */
import type { Role } from '../../../shared/model/access.ts';
import type { ComplianceResult } from '../../../shared/compliance/check.ts';

/** The address changes whenever the server starts again. */
export interface About {
  readonly url: string;
  readonly adminToken: string;
  readonly organisationId: string;
}

/** `Body` is what the test expects to read; the assertions prove it. */
export interface Told<Body> {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
}

export interface Controls {
  about(): Promise<About>;
  /** The server's clock stands still otherwise. */
  advance(ms: number): Promise<void>;
  /** One REST call as an administrator; the body is sent as JSON. */
  api<Body = Readonly<Record<string, unknown>>>(method: string, path: string, body?: unknown): Promise<Told<Body>>;
  /** A further token, of this organisation unless another is given. */
  token(role: Role, organisationId?: string): Promise<string>;
  /** A token that reaches these projects alone. */
  limitedToken(projectIds: readonly string[]): Promise<{ readonly token: string; readonly id: string }>;
  organisation(name: string): Promise<string>;
  /** `id rev` of every live record that a token of these projects should see, sorted; null = of all. */
  recordsOf(projectIds: readonly string[] | null): Promise<string[]>;
  /** Ids of the photos that the server has, in order of their making. */
  photos(): Promise<readonly string[]>;
  /** Bytes of a JPEG with all that a telephone writes into one, and of a plain PNG. */
  pictures(): Promise<{ readonly jpeg: readonly number[]; readonly png: readonly number[] }>;
  setPhotoQuota(bytes: number): Promise<void>;
  /** The name of the server's present history. */
  epoch(): Promise<string>;
  backUp(): Promise<void>;
  /** The server stops, takes what was backed up, and starts again with a history of another name. */
  restore(): Promise<void>;
  /** Makes the server's records such as its first version would have left them. */
  age(): Promise<void>;
  /** The server starts again as the newest version of the made-up history. */
  update(): Promise<void>;
  /** Drops the tombstones that are old enough; returns how many. */
  forgetTombstones(): Promise<number>;
  /** Loads the sample organisation; returns what the sample says of the compliance of each of its documents. */
  loadSample(): Promise<readonly SampleDocument[]>;
  /** Returns the address of a gateway before the server; see line.ts. */
  openGateway(): Promise<string>;
  /** Returns the address of a line to the server that can be cut; see kit/proxy.ts. */
  openProxy(): Promise<string>;
  cutProxy(): Promise<void>;
  healProxy(): Promise<void>;
  cutProxyAfter(bytes: number): Promise<void>;
  close(): Promise<void>;
}

export interface SampleDocument {
  readonly id: string;
  readonly projectId: string;
  readonly expected: ComplianceResult;
}
