/** A minor change: nobody signs again, and what it is stays over today's list until it was read. */
import { useEffect } from 'preact/hooks';
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { shownVersions } from '../document/shown-versions.ts';
import { Banner } from '../frame/banner.tsx';
import { changedWords } from '../words/en-changed.ts';
import type { Work } from './work.ts';

/** `work` = with a version that came by a minor change, and nobody has an old one alone. */
export function Newer({ work }: { readonly work: readonly Work[] }) {
  const words = useWords(changedWords);
  const shown = useSignal(shownVersions);
  useEffect(() => {
    shownVersions.read().catch(() => undefined); // it works without
  }, []);
  return work
    .filter(({ version }) => version.version > (shown[version.document_id] ?? Infinity))
    .map(({ version, title }) => (
      <Banner href={`/changed/${version.document_id}`} icon="refresh-cw" key={version.id} tone="act">
        <b>{words.isNow(title, version.version)}</b>. {words.minorChange}
      </Banner>
    ));
}
