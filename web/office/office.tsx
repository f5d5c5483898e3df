/** The office as a whole: the screen that the address names. */
import type { JSX } from 'preact';
import { Panel } from '../ui/panel.tsx';
import { Empty } from '../ui/states.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { Activity } from './activity/activity.tsx';
import { useAddress } from './base/place.ts';
import { Contractors } from './contractors/contractors.tsx';
import { Document } from './documents/document.tsx';
import { Documents } from './documents/list/documents.tsx';
import { NewDocument } from './documents/new-document.tsx';
import { Frame } from './frame/frame.tsx';
import { Screen as Room } from './frame/screen.tsx';
import { Home } from './home/home.tsx';
import { Incidents } from './incidents/incidents.tsx';
import { LivingPage } from './living/page.tsx';
import { Notifications } from './notifications/notifications.tsx';
import { People } from './people/people.tsx';
import { Permits } from './permits/permits.tsx';
import { Search } from './search/search.tsx';
import { Audit } from './settings/audit/audit.tsx';
import { Devices } from './settings/devices/devices.tsx';
import { Backup } from './settings/backup.tsx';
import { NoSetting } from './settings/no-setting.tsx';
import { Organisation } from './settings/organisation/organisation.tsx';
import { Retention } from './settings/retention.tsx';
import { Sessions } from './settings/sessions.tsx';
import { Tokens } from './settings/tokens.tsx';
import { Users } from './settings/users.tsx';
import { Webhooks } from './settings/webhooks/webhooks.tsx';
import { MergedEdits } from './settle/merged.tsx';
import { Settle } from './settle/settle.tsx';
import { BeforeOffice } from './sign-in/before-office.tsx';
import { Signoffs } from './signoffs/signoffs.tsx';
import { Sites } from './sites/sites.tsx';

/** By the first part of the address; `rest` = the parts after it. */
const roomsByName: Readonly<Record<string, (rest: readonly string[]) => JSX.Element>> = {
  home: () => <Home />,
  documents: ([id = '', part = 'read']) =>
    id === 'new' ? <NewDocument /> : id ? <Document id={id} key={id} part={part} /> : <Documents />,
  signoffs: () => <Signoffs />,
  permits: ([id = '', part = '']) => <Permits id={id} part={part} />,
  incidents: ([id = '']) => <Incidents id={id} />,
  settle: ([id = '']) => (id === 'merged' ? <MergedEdits /> : <Settle id={id} />),
  people: ([id = '']) => <People id={id} />,
  contractors: ([id = '', of = '']) => <Contractors id={id} of={of} />,
  sites: ([id = '']) => <Sites id={id} />,
  activity: () => <Activity />,
  search: () => <Search />,
  notifications: () => <Notifications />,
  settings: ([name = '', id = '']) =>
    (Object.hasOwn(settingsByName, name) && settingsByName[name]?.(id)) || <NoSetting />,
};

const settingsByName: Readonly<Record<string, (id: string) => JSX.Element>> = {
  'sign-in': () => <Sessions />,
  organisation: () => <Organisation />,
  users: () => <Users />,
  devices: () => <Devices />,
  tokens: () => <Tokens />,
  retention: () => <Retention />,
  audit: () => <Audit />,
  backup: () => <Backup />,
  webhooks: (id) => <Webhooks id={id} />,
};

export function Office() {
  const { pathname } = useAddress();
  return (
    <>
      <Screen path={pathname.replace(/^\/office\/?/, '').replace(/\/$/, '')} />
      <Toasts />
    </>
  );
}

function Screen({ path }: { readonly path: string }) {
  if (path === 'ui') return <LivingPage />;
  if (path === 'start' || path === 'sign-in') return <BeforeOffice key={path} />;
  const [asked = '', ...rest] = path.split('/');
  const room = asked === '' ? 'home' : asked;
  return <Frame room={room}>{(Object.hasOwn(roomsByName, room) && roomsByName[room]?.(rest)) || <Nothing />}</Frame>;
}

/** An address that names no room. */
function Nothing() {
  return (
    <Room title="Nothing here">
      <Panel>
        <Empty icon="search" title="There is no page at this address." />
      </Panel>
    </Room>
  );
}
