/** The one search box, on every screen: `/` goes to it, Enter searches. */
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import { hasCharacterKeys } from './key-commands.ts';
import { go, useAddress } from '../base/place.ts';
import { leaveFor } from '../base/unsaved.ts';

export function SearchBox() {
  const address = useAddress();
  const asked = address.pathname === '/office/search' ? (address.searchParams.get('q') ?? '') : '';
  const [text, setText] = useState(asked);
  useEffect(() => setText(asked), [asked]);
  return (
    <form
      class="search-box"
      onSubmit={(event) => {
        event.preventDefault();
        const href = `/office/search?q=${encodeURIComponent(text.trim())}`;
        if (text.trim().length > 1) void leaveFor(() => go(href));
      }}
      role="search"
    >
      <Icon name="search" />
      <input
        aria-label="Search documents, projects and hazards"
        autocomplete="off"
        name="q"
        onInput={(event) => setText(event.currentTarget.value)}
        placeholder="Search everything"
        type="search"
        value={text}
      />
      {hasCharacterKeys() && <kbd>/</kbd>}
    </form>
  );
}
