/**
 * Rows for signing in to the office and for enrolling a tablet, in the form of the endpoint table and beside it: most take no token, and what they give is the cookie
 * of a browser, so they are no part of the API for programs (contract, Web).
 */
import * as z from 'zod';
import { instant, oneLine, sha256Field } from '../model/fields.ts';
import { longestTag } from '../model/language.ts';
import { ownPhoneSignature } from '../resources/signoff/own-phone.ts';
import { acts, creates, type Endpoint, reads, removes } from './endpoint.ts';

const email = z.email('must be an e-mail address').max(254);
const code = z.string().max(40);
const open = { permission: null, reply: 'nothing', status: 204 } as const;

/** In base64url, as the browser's WebAuthn gives it. */
const coded = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'must be base64url')
    .max(max);
const passkeyReply = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
/** What the browser has to show a passkey for; null = nothing. */
const passkeyAsked = z
  .object({
    /** Of the user. */
    name: z.string(),
    challenge: z.string(),
    rp_id: z.string(),
    credentials: z.array(z.object({ id: z.string(), transports: z.array(z.string()) })),
  })
  .nullable();
/** Signed in, unless a passkey is asked for. */
const entered = { permission: null, reply: z.object({ passkey: passkeyAsked }), status: 200 } as const;

const sessionReply = z.object({
  id: z.string(),
  /** Browser and system, as the browser tells them. */
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  expires_at: z.string(),
  is_current: z.boolean(),
});

export const signInEndpoints = {
  readSignIn: {
    ...reads,
    path: '/api/v1/sign-in',
    permission: null,
    summary: 'What a person can do who is not signed in.',
    reply: z.object({
      /** There is no administrator yet: the code from the terminal makes the first one. */
      needs_administrator: z.boolean(),
      /** Links are sent; otherwise the operator reads them in the terminal. */
      has_mail: z.boolean(),
      /** Where people can sign in besides; null = only links sign in. */
      provider: z.object({ name: z.string() }).nullable(),
      has_example: z.boolean(),
      /** This browser is between the link and the passkey. */
      passkey: passkeyAsked,
    }),
  },
  startOffice: {
    ...creates,
    ...entered,
    path: '/api/v1/sign-in/start',
    summary: 'Makes the first administrator, with the code from the terminal, and signs in.',
    body: z.object({ code, name: oneLine(160), email, organisation: oneLine(160) }),
  },
  openExample: {
    ...creates,
    ...entered,
    path: '/api/v1/sign-in/example',
    summary: 'Loads the example into an organisation of its own, with the code from the terminal, and signs in to it.',
    body: z.object({ code }),
  },
  askForLink: {
    ...acts,
    ...open,
    path: '/api/v1/sign-in/link',
    summary:
      'Sends a link that signs in once to every active user with this address. The answer is the same if there is none.',
    body: z.object({ email }),
  },
  signIn: {
    ...acts,
    ...entered,
    path: '/api/v1/sign-in',
    summary:
      'Signs in with a link. 409 with `signed_in` and `link_of` where somebody else is signed in to this browser; the link stays good.',
    body: z.object({
      link: z.string().max(200),
      /** Id of the user who is signed in to this browser and gives way: asked first, because anybody can send a link. */
      instead_of: z.string().max(64).optional(),
    }),
  },
  usePasskey: {
    ...acts,
    ...open,
    path: '/api/v1/sign-in/passkey',
    summary: 'Finishes signing in with a passkey; the challenge counts once, whatever comes of it.',
    body: z.object({
      credential: z.object({
        id: coded(1400),
        client_data: coded(4000),
        authenticator_data: coded(4000),
        signature: coded(4000),
      }),
    }),
  },
  listPasskeys: {
    ...reads,
    path: '/api/v1/passkeys',
    permission: null,
    summary: 'The passkeys of the caller.',
    /** `is_possible` = browsers offer passkeys for the address of this server. */
    reply: z.object({ is_possible: z.boolean(), data: z.array(passkeyReply) }),
  },
  startPasskey: {
    ...acts,
    path: '/api/v1/passkeys/options',
    permission: null,
    summary: 'What a browser needs to make a passkey, within five minutes.',
    reply: z.object({
      challenge: z.string(),
      rp_id: z.string(),
      user: z.object({ id: z.string(), name: z.string() }),
      algorithms: z.array(z.int()),
      /** Ids of the passkeys that the user has. */
      exclude: z.array(z.string()),
    }),
  },
  createPasskey: {
    ...creates,
    path: '/api/v1/passkeys',
    permission: null,
    summary: 'Adds a passkey to the caller, for the challenge of this session.',
    body: z.object({
      name: oneLine(80),
      credential: z.object({
        id: coded(1400),
        client_data: coded(4000),
        attestation: coded(8000),
        transports: z.array(z.string().max(20)).max(8),
      }),
    }),
    reply: passkeyReply,
  },
  endPasskey: {
    ...removes,
    path: '/api/v1/passkeys/{passkey}',
    permission: null,
    summary: 'Removes a passkey of the caller.',
  },
  startProvider: {
    ...acts,
    path: '/api/v1/sign-in/provider',
    permission: null,
    summary: 'Begins to sign in at the provider: the address to go to, which leads back to /office/sign-in.',
    reply: z.object({ url: z.string() }),
  },
  finishProvider: {
    ...acts,
    path: '/api/v1/sign-in/provider/answer',
    permission: null,
    summary:
      'Takes the answer of the provider, in the browser that asked: a link that signs in, for each organisation.',
    /** Of the address that the provider led back to. */
    body: z.object({ query: z.string().max(8000) }),
    reply: z.object({
      choices: z.array(z.object({ link: z.string(), name: z.string(), organisation: z.string() })),
    }),
  },
  enrolDevice: {
    ...acts,
    path: '/api/v1/sign-in/device',
    permission: null,
    summary: 'Gives a tablet its token, for a code that the office made.',
    body: z.object({
      code,
      /** Random, the tablet's own: with it the same code gives the same answer again, where the first one was lost. */
      key: z
        .string()
        .regex(/^[\w-]{22,64}$/, 'must be 22 to 64 random letters, digits, _ or -')
        .optional(),
    }),
    reply: z.object({
      token: z.string(),
      name: z.string(),
      organisation: z.object({ id: z.string(), name: z.string() }),
      expires_at: z.string(),
    }),
  },
  openOwnPhone: {
    ...acts,
    path: '/api/v1/sign-in/own-phone',
    permission: null,
    summary:
      'What a person is to read before signing on their own phone, for a code that a briefing tablet shows. The code stays good.',
    body: z.object({ code: z.string().max(200) }),
    reply: z.object({
      worker: z.object({ name: z.string(), employer_name: z.string().nullable(), language: z.string().nullable() }),
      organisation: z.string(),
      /** Of the organisation (IANA), by which its days begin; null = UTC. */
      timezone: z.string().nullable(),
      document: z.object({
        reference: z.string().nullable(),
        title: z.string(),
        version: z.int(),
        content_hash: z.string(),
        /** The hazards, substances, stop conditions and emergency of the one-page card. */
        content: z.object({
          hazards: z.array(z.json()),
          coshh_assessments: z.array(z.json()),
          sections: z.array(z.json()),
        }),
        /** Of its approval, those that are still to be met. */
        conditions: z.array(z.object({ text: z.string(), due_on: z.string().nullable() })),
        /** Of all its text (BCP 47). */
        language: z.string(),
      }),
      /** To answer before signing; empty = none is due. */
      questions: z.array(z.object({ question: z.string(), options: z.array(z.string()), answer_index: z.int() })),
      expires_at: z.string(),
    }),
  },
  signOwnPhone: {
    ...acts,
    path: '/api/v1/sign-in/own-phone/sign',
    permission: null,
    summary: 'Records the sign-off of that person, once; the same request again gives the same answer.',
    body: z.object({
      code: z.string().max(200),
      /** Of what was on the screen. */
      version: z.int().positive(),
      content_hash: sha256Field,
      /** Of the statement. */
      language: z.string().max(longestTag),
      text_hash: sha256Field,
      signature: ownPhoneSignature,
      /** How often a wrong answer was given; null = no question was due. */
      wrong_answers: z.int().nonnegative().max(1000).nullable(),
      /** By the clock of the phone: when the line was signed, and when this was sent. */
      signed_at: instant,
      sent_at: instant,
      timezone: z.string().max(60),
    }),
    reply: z.object({
      name: z.string(),
      organisation: z.string(),
      reference: z.string().nullable(),
      title: z.string(),
      version: z.int(),
      signed_at: z.string(),
      /** By which the tablet and the office know it too. */
      number: z.int(),
    }),
  },
  listSessions: {
    ...reads,
    path: '/api/v1/sessions',
    permission: null,
    summary: 'The browsers in which the caller is signed in.',
    reply: z.object({ data: z.array(sessionReply) }),
  },
  endSession: {
    ...removes,
    path: '/api/v1/sessions/{session}',
    permission: null,
    summary: 'Signs out in one browser; `current` = this one.',
  },
  endSessions: { ...removes, path: '/api/v1/sessions', permission: null, summary: 'Signs out everywhere.' },
} as const satisfies Readonly<Record<string, Endpoint>>;
export type SignInEndpoints = typeof signInEndpoints;
