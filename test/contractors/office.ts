/** An office that invites contractors, and the mailbox that their e-mails arrive in. */
import { openMailbox, type Mailbox } from '../kit/mailbox.ts';
import { openWorld, type Answer, type World, type WorldOptions } from '../kit/world.ts';

export interface Invited {
  readonly submission: { readonly id: string; readonly contractor_id: string; readonly project_id: string };
}

interface Told {
  readonly type: string;
  readonly subject: string;
}

interface Fired {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Office extends AsyncDisposable {
  readonly world: World;
  readonly box: Mailbox;
  /** A contractor, to a project of its own. */
  invite(fields?: object): Promise<Invited>;
  /** Of every e-mail that has arrived, once all are sent; in their order. As a program opens them, not as a person does. */
  links(): Promise<readonly string[]>;
  /** The first of them. */
  link(): Promise<string>;
  act(submissionId: string, action: string, body?: object): Promise<Answer<Readonly<Record<string, unknown>>>>;
  submission(id: string): Promise<Readonly<Record<string, unknown>>>;
  /** Those whose name begins so. */
  events(prefix: string): Promise<readonly Fired[]>;
  /** About contractors, newest first. */
  notices(): Promise<readonly Told[]>;
}

export async function openOffice(options: WorldOptions = {}): Promise<Office> {
  await using opened = new AsyncDisposableStack();
  const box = opened.use(await openMailbox());
  const environment = { SMTP_URL: box.url, MAIL_FROM: 'post@sitefile.example', ...options.environment };
  const world = opened.use(await openWorld({ ...options, environment }));
  const owned = opened.move();
  const links = async (): Promise<readonly string[]> => {
    await world.app.mail.run();
    return box.mails.map(({ text }) => addressOf(/^http:\S+\/invited#\S+$/m.exec(text)?.[0] ?? ''));
  };
  return {
    world,
    box,
    links,
    link: async () => (await links())[0] ?? '',
    invite: async (fields = {}) => {
      const project = await world.api<{ id: string }>('POST', '/api/v1/projects', {
        name: 'Mill Street',
        reference: 'MS-1',
      });
      const body = {
        name: 'Ironbridge Steel',
        contact_name: 'Sian Tudor',
        contact_email: 'sian@ironbridge.example',
        required_document_types: ['rams', 'method_statement'],
        instructions: 'Two copies.\nNo scans.',
        deadline: '2026-12-18',
        ...fields,
      };
      const answer = await world.api<Invited>('POST', `/api/v1/projects/${project.body.id}/contractors`, body);
      if (answer.status !== 201) throw new Error(`the invitation was refused: ${answer.text}`);
      return answer.body;
    },
    act: (id, action, body = {}) => world.api('POST', `/api/v1/submissions/${id}/${action}`, body),
    submission: async (id) => (await world.api('GET', `/api/v1/submissions/${id}`)).body,
    events: async (prefix) =>
      (await world.api<{ data: readonly Fired[] }>('GET', '/api/v1/events?limit=1000')).body.data.filter(({ event }) =>
        event.startsWith(prefix),
      ),
    notices: async () =>
      (await world.api<{ data: readonly Told[] }>('GET', '/api/v1/notifications?per_page=100')).body.data.filter(
        ({ type }) => type.startsWith('contractor_'),
      ),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The endpoint that the page of the link reads; empty where there is no link. */
export function addressOf(link: string): string {
  if (link === '') return '';
  const { origin, hash } = new URL(link);
  const [id = '', organisation = '', signature = ''] = hash.slice(1).split('.');
  return `${origin}/api/v1/invitations/${id}?${new URLSearchParams({ organisation, signature }).toString()}`;
}
