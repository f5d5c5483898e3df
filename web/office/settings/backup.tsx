/** Backup: when the last one was made, tried and checked, and the commands for the operator. */
import { Icon, type Tone } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown } from '../../ui/shown.tsx';
import { useWatched } from '../base/loaded.ts';
import { rest } from '../base/server.ts';
import { daysUntil, recently } from '../base/times.ts';
import { SettingsScreen } from './settings-screen.tsx';

/** A backup once a day; a drill each quarter. */
const [backupDays, drillDays] = [2, 100];

const commands = [
  ['Make a backup', 'npm run sitefile -- backup /backups/today', 'While the server runs. Keep it on another machine.'],
  ['Try it', 'npm run sitefile -- drill /backups/today', 'Restores it into a scratch folder and compares.'],
  ['Compare the store now', 'npm run sitefile -- verify', 'All records and files with the audit log.'],
  ['Restore it', 'npm run sitefile -- restore /backups/today', 'Into an empty database, with the server stopped.'],
] as const;

export function Backup() {
  const read = useWatched('upkeep', () => rest.getIntegrity());
  return (
    <SettingsScreen chosen="backup">
      <Panel title="Backup">
        <Shown of={read} rows={3}>
          {({ last_backup_at: backup, last_drill_at: drill, checked_at: check, next_check_at: next, status }) => (
            <ul class="rows">
              <Row
                at={backup}
                days={backupDays}
                never="No backup was made yet with the command of this server."
                word="Last backup"
              />
              <Row
                at={drill}
                days={drillDays}
                never="No restore was tried yet. A backup that nobody ever restored may be none."
                word="Last restore drill"
              />
              <Row
                at={check}
                days={backupDays}
                isBad={status === 'damaged'}
                never="The store was not checked yet."
                word="Last check of the store"
              >
                {status === 'damaged' && ' · something was changed past the server'}
                {next ? ` · next ${recently(next)}` : ' · this server does not check itself'}
              </Row>
            </ul>
          )}
        </Shown>
      </Panel>
      <Panel title="Commands for the operator">
        <ul class="rows">
          {commands.map(([word, command, help]) => (
            <li key={word}>
              <span class="main">
                <b class="title">{word}</b>
                <span class="second">{help}</span>
                <pre class="answer" tabIndex={0}>
                  {command}
                </pre>
              </span>
            </li>
          ))}
        </ul>
        <div class="pad">
          <Notice>
            A backup holds everything but the key, unless it is made with --with-keys. Keep the key apart.
          </Notice>
        </div>
      </Panel>
    </SettingsScreen>
  );
}

function Row({
  word,
  at,
  days,
  never,
  isBad = false,
  children,
}: {
  readonly word: string;
  readonly at: string | null;
  /** Older than this it deserves a look. */
  readonly days: number;
  readonly never: string;
  readonly isBad?: boolean;
  readonly children?: string | readonly (string | false)[];
}) {
  const tone: Tone = isBad ? 'stop' : at === null || -daysUntil(at) > days ? 'care' : 'safe';
  return (
    <li>
      <Icon name={tone === 'safe' ? 'circle-check' : 'triangle-alert'} size={20} tone={tone} />
      <span class="main">
        <b class="title">{word}</b>
        <span class="second">
          {at === null ? never : recently(at)}
          {children}
        </span>
      </span>
    </li>
  );
}
