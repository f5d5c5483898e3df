/**
 * What an SDK test may do to its server: calls whose arguments and results are JSON, so that a page can
 * make them too (contract, Devices).
 */
import type { Role } from '../../../shared/model/access.ts';
import type { ComplianceResult } from '../../../shared/compliance/check.ts';

/** The address changes with every restart of the server. */
export interface About {
  readonly url: string;
  readonly adminToken: string;
  readonly organisationId: string;
}

/** `Body` is the type that the test expects; its assertions verify it. */
export interface Told<Body> {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
}

export interface Controls {
  about(): Promise<About>;
  /** Otherwise the server's clock does not move. */
  advance(ms: number): Promise<void>;
  /** One REST call as an administrator; the body is sent as JSON. */
  api<Body = Readonly<Record<string, unknown>>>(method: string, path: string, body?: unknown): Promise<Told<Body>>;
  /** Another token, of this organisation by default. */
  token(role: Role, organisationId?: string): Promise<string>;
  /** A token limited to these projects. */
  limitedToken(projectIds: readonly string[]): Promise<{ readonly token: string; readonly id: string }>;
  organisation(name: string): Promise<string>;
  /** `id rev` of every live record that a token of these projects should see, sorted; null = of all. */
  recordsOf(projectIds: readonly string[] | null): Promise<string[]>;
  /** Ids of the photos that the server has, in order of creation. */
  photos(): Promise<readonly string[]>;
  /** Bytes of a JPEG with a phone's metadata, and of a plain PNG. */
  pictures(): Promise<{ readonly jpeg: readonly number[]; readonly png: readonly number[] }>;
  setPhotoQuota(bytes: number): Promise<void>;
  backUp(): Promise<void>;
  /** Stops the server, restores the backup, and restarts. */
  restore(): Promise<void>;
  /** Rewrites the server's records as its first version stored them. */
  age(): Promise<void>;
  /** Restarts the server as the newest version of the test's schema history. */
  update(): Promise<void>;
  /** Deletes expired tombstones; returns how many. */
  forgetTombstones(): Promise<number>;
  /** Loads the sample organisation; returns the expected compliance of each of its documents. */
  loadSample(): Promise<readonly SampleDocument[]>;
  /** Returns the address of a gateway in front of the server; see line.ts. */
  openGateway(): Promise<string>;
  /** Returns the address of a proxy to the server that can be cut; see kit/proxy.ts. */
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
