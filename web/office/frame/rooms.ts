/** The rooms of the office, in the order of the rail. */
import type { IconName } from '../../ui/icon.tsx';

export interface Room {
  readonly room: string;
  readonly word: string;
  readonly icon: IconName;
  readonly href: string;
  /** Without it there is nothing to see. */
  readonly permission: string;
  /** After G. */
  readonly key: string;
  /** In the bar of a phone; the others are under More. */
  readonly inBar?: true;
}

export const rooms: readonly Room[] = [
  { room: 'home', word: 'Home', icon: 'house', href: '/office', permission: 'documents:read', key: 'h', inBar: true },
  {
    room: 'documents',
    word: 'Documents',
    icon: 'file-text',
    href: '/office/documents',
    permission: 'documents:read',
    key: 'd',
    inBar: true,
  },
  {
    room: 'signoffs',
    word: 'Sign-offs',
    icon: 'pen-line',
    href: '/office/signoffs',
    permission: 'signoffs:read',
    key: 's',
    inBar: true,
  },
  {
    room: 'permits',
    word: 'Permits',
    icon: 'shield-check',
    href: '/office/permits',
    permission: 'permits:read',
    key: 'p',
  },
  {
    room: 'incidents',
    word: 'Incidents',
    icon: 'siren',
    href: '/office/incidents',
    permission: 'incidents:read',
    key: 'i',
  },
  {
    room: 'settle',
    word: 'To settle',
    icon: 'merge',
    href: '/office/settle',
    permission: 'documents:read',
    key: 't',
    inBar: true,
  },
  { room: 'people', word: 'People', icon: 'id-card', href: '/office/people', permission: 'workers:read', key: 'w' },
  {
    room: 'contractors',
    word: 'Contractors',
    icon: 'hard-hat',
    href: '/office/contractors',
    permission: 'projects:read',
    key: 'c',
  },
  { room: 'sites', word: 'Sites', icon: 'map-pin', href: '/office/sites', permission: 'projects:read', key: 'l' },
  {
    room: 'activity',
    word: 'Activity',
    icon: 'clipboard-clock',
    href: '/office/activity',
    permission: 'documents:read',
    key: 'a',
  },
  {
    room: 'settings',
    word: 'Settings',
    icon: 'settings',
    href: '/office/settings/sign-in',
    permission: 'documents:read',
    key: 'o',
  },
];
