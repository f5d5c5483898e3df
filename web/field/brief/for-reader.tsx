/** What of a document somebody reads before they sign: the screens speak their language as long as they have the tablet in hand. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { crewOf } from '../base/crew.ts';
import { useCrewRecords } from '../base/crew-records.ts';
import { replica } from '../base/device.ts';
import { useLive, useSignal } from '../base/signal.ts';
import { language, shownFor, speakTo } from '../base/words.ts';
import { useInForce } from '../document/in-force.ts';
import { Wait } from '../frame/said.tsx';
import { useSigner } from './signer.ts';

/** `person` = as addresses name them. */
export function ForReader({
  document,
  person,
  children,
}: {
  readonly document: string;
  readonly person: string;
  readonly children: ComponentChildren;
}) {
  const version = useInForce(document);
  const records = useCrewRecords(document);
  const signoffs = useLive(`signoffs of ${document}`, () => replica().signoffs.watch({ document_id: document }));
  const crew = version && signoffs && records && crewOf(version, signoffs, records).members;
  const reader = useSigner(document, person, crew ?? undefined);
  const shown = useSignal(language);
  const wanted = reader?.language ?? null;
  useLayoutEffect(() => (wanted === null ? undefined : speakTo(wanted)), [wanted]);
  const isKnown = version === null || (crew && reader !== null);
  return isKnown && (wanted === null || shown === shownFor(wanted)) ? <>{children}</> : <Wait />;
}
