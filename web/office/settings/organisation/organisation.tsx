/** The organisation: its name and details, and the rules that it works by. */
import { useRef, useState } from 'preact/hooks';
import { Shown } from '../../../ui/shown.tsx';
import { tell } from '../../../ui/toasts.tsx';
import type { Rest } from '../../base/attempt.ts';
import { useLoaded } from '../../base/loaded.ts';
import { rest } from '../../base/server.ts';
import { useWork } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';
import { Logo } from './logo.tsx';
import { Details } from './organisation-details.tsx';
import type { Body, Organisation as Read, PartProps } from './organisation-form.ts';
import { DocumentRules, OtherRules, PermitRules, SigningRules } from './organisation-parts.tsx';
import { SettingsScreen } from '../settings-screen.tsx';

export function Organisation() {
  const read = useLoaded('organisation settings', () => rest.getOrganisation());
  return (
    <SettingsScreen chosen="organisation">
      <Shown of={read}>{(organisation) => <Parts organisation={organisation} />}</Shown>
    </SettingsScreen>
  );
}

function Parts({ organisation }: { readonly organisation: Read }) {
  const work = useWork();
  /** As it was changed here, before the server has answered. */
  const [shown, setShown] = useState(organisation);
  const latest = useRef(organisation);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const show = (next: Read): void => {
    latest.current = next;
    setShown(next);
  };
  /** One after the other: each is of the revision that the one before it made. */
  const keep = (save: (attempt: Rest) => Promise<void>): Promise<boolean> => {
    const saved = line.current.then(() => work.isTaken(save));
    line.current = saved;
    return saved;
  };
  const write = async (attempt: Rest, base: Read, body: Body): Promise<Read> => {
    const made = await attempt.updateOrganisation({ body, ifRevision: base.revision });
    show(made);
    tell('Saved.');
    return made;
  };
  const change = (settings: NonNullable<Body['settings']>): Promise<boolean> => {
    setShown((now) => ({ ...now, settings: merged(now.settings, settings) }));
    return keep(async (attempt) => {
      try {
        await write(attempt, latest.current, { settings });
      } catch (error) {
        show(await rest.getOrganisation());
        throw error;
      }
    });
  };
  const part: PartProps = { organisation: shown, save: change, keep, write, isBusy: work.isBusy };
  return (
    <>
      <Refusal of={work} />
      <Details {...part} />
      <Logo again={async () => show(await rest.getOrganisation())} organisation={shown} />
      <DocumentRules {...part} />
      <SigningRules {...part} />
      <PermitRules {...part} />
      <OtherRules {...part} />
    </>
  );
}

/** Member by member, as the server does. */
function merged(settings: Read['settings'], changes: NonNullable<Body['settings']>): Read['settings'] {
  const isMap = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const before: Readonly<Record<string, unknown>> = settings;
  const next = Object.entries(changes).map(([name, value]) => [
    name,
    isMap(value) && isMap(before[name]) ? { ...before[name], ...value } : value,
  ]);
  return { ...settings, ...Object.fromEntries(next) } as Read['settings']; // the same members
}
