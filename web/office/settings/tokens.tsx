/** API tokens: made once, shown once, revoked for good. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { asWords } from '../../ui/status.ts';
import { everyRow } from '../base/every-row.ts';
import { useWatched } from '../base/loaded.ts';
import { rest } from '../base/server.ts';
import { onDay, recently } from '../base/times.ts';
import { RevokeButton } from './revoke-button.tsx';
import { SettingsScreen } from './settings-screen.tsx';
import { MakeToken } from './make-token.tsx';

/** Tablets hold tokens too; they have a page of their own. */
const deviceRole = 'device';

export function Tokens() {
  const list = useWatched('tokens', async (told) => {
    const { data } = await everyRow(
      (page) => rest.listTokens({ query: { status: 'active', ...page } }),
      told('tokens'),
    );
    return { data: data.filter(({ role }) => role !== deviceRole) };
  });
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  return (
    <SettingsScreen chosen="tokens">
      <Panel
        actions={
          <Button icon="plus" look="act" onClick={() => setAdding(true)} small>
            Make a token
          </Button>
        }
        count={list.value?.data.length ?? ''}
        title="API tokens"
      >
        <ShownRows
          empty={<Empty icon="key-round" title="No tokens. A program needs one to read or write here." />}
          of={list}
        >
          {(rows) => (
            <ul class="rows">
              {rows.map(
                ({ id, name, role, last_characters, last_used_at, expires_at, scopes, ip_allow, project_ids }) => (
                  <li key={id}>
                    <Icon name="key-round" size={20} />
                    <span class="main">
                      <b class="title">{name}</b>
                      <span class="second">
                        {[
                          asWords(role),
                          scopes && `only ${scopes.join(', ')}`,
                          ip_allow && `from ${ip_allow.join(', ')}`,
                          project_ids && `${project_ids.length} ${project_ids.length === 1 ? 'project' : 'projects'}`,
                          last_characters && `ends in ${last_characters}`,
                          last_used_at ? `last used ${recently(last_used_at)}` : 'never used',
                          expires_at ? `until ${onDay(expires_at)}` : 'never expires',
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </span>
                    <RevokeButton id={id} name={name} onRevoked={list.again} what="token" />
                  </li>
                ),
              )}
            </ul>
          )}
        </ShownRows>
      </Panel>
      {isAdding && (
        <MakeToken
          onClose={() => {
            setAdding(false);
            list.again();
          }}
          onMade={setMade}
        />
      )}
      {made !== null && (
        <Dialog onClose={() => setMade(null)} title="Copy the token now">
          <p>It is shown only once. Keep it where passwords are kept.</p>
          <pre class="answer">{made}</pre>
          <div class="dialog-foot">
            <Button look="act" onClick={() => setMade(null)}>
              I have copied it
            </Button>
          </div>
        </Dialog>
      )}
    </SettingsScreen>
  );
}
