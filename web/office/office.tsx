/** The office as a whole: the screen that the address names. */
import { Toasts } from '../ui/toasts.tsx';
import { useAddress } from './base/place.ts';
import { Documents } from './documents/documents.tsx';
import { Document } from './documents/document.tsx';
import { Frame } from './frame/frame.tsx';
import { LivingPage } from './living/page.tsx';
import { Sessions } from './settings/sessions.tsx';
import { Webhooks } from './settings/webhooks.tsx';
import { BeforeOffice } from './sign-in/before-office.tsx';

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
  const [room = '', first = '', second = ''] = path.split('/');
  if (path === 'ui') return <LivingPage />;
  if (path === 'start' || path === 'sign-in') return <BeforeOffice key={path} />;
  return (
    <Frame room={room || 'documents'}>
      {room === 'settings' ? (
        first === 'sessions' ? (
          <Sessions />
        ) : (
          <Webhooks id={first === 'webhooks' ? second : ''} />
        )
      ) : room === 'documents' && first ? (
        <Document id={first} key={first} />
      ) : (
        <Documents />
      )}
    </Frame>
  );
}
