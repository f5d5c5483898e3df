/** The settings that there are, side by side. */
import { Tabs } from '../../ui/tabs.tsx';

export function SettingsNav({ chosen }: { readonly chosen: 'webhooks' | 'sessions' }) {
  return (
    <Tabs
      label="Settings"
      tabs={[
        { word: 'Webhooks', href: '/office/settings/webhooks', isChosen: chosen === 'webhooks' },
        { word: 'Where you are signed in', href: '/office/settings/sessions', isChosen: chosen === 'sessions' },
      ]}
    />
  );
}
