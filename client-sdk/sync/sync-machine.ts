/** When automatic sync runs: every state and what each event makes of it. Timers and carriers are somebody else's (auto-sync.ts). */

export type State =
  /** Nothing is to be done until something happens. */
  | 'idle'
  /** The last sync failed; it is tried again later. */
  | 'failing'
  /** The server asked to come back later; nothing is tried before. */
  | 'waiting'
  | 'syncing'
  /** Syncing, and something was changed here meanwhile. */
  | 'edited'
  /** Syncing, and something may have changed elsewhere meanwhile. */
  | 'outdated'
  /** Syncing, and a new token came meanwhile: a refusal concerns the one before. */
  | 'renewed'
  /** For good. */
  | 'stopped';

export type Event =
  /** Something was changed here. */
  | 'edit'
  /** Something may have changed elsewhere: a poke, the network or the page is back. */
  | 'news'
  /** The timer. */
  | 'due'
  | 'token'
  | 'done'
  | 'failed'
  /** Failed, and the server said when to come back. */
  | 'postponed'
  | 'unauthorised'
  | 'stop';

export type Effect =
  /** Sends what waits; pulls only if it would not come by the stream. */
  | 'push'
  | 'sync'
  /** Arms the timer of the next sync. */
  | 'rest'
  | 'backOff'
  /** Arms the timer by the server's word. */
  | 'wait'
  /** Closes the stream, and ends the timers. */
  | 'unfollow'
  /** The token is of no use: gives up the lead. */
  | 'giveUp';

type Step = readonly [State, ...Effect[]];

const stop: Step = ['stopped', 'unfollow'];

export const machine: Readonly<Record<State, Readonly<Record<Event, Step>>>> = {
  idle: {
    edit: ['syncing', 'push'],
    news: ['syncing', 'sync'],
    due: ['syncing', 'sync'],
    token: ['syncing', 'sync'],
    done: ['idle'],
    failed: ['idle'],
    postponed: ['idle'],
    unauthorised: ['idle'],
    stop,
  },
  failing: {
    edit: ['syncing', 'sync'],
    news: ['syncing', 'sync'],
    due: ['syncing', 'sync'],
    token: ['syncing', 'sync'],
    done: ['failing'],
    failed: ['failing'],
    postponed: ['failing'],
    unauthorised: ['failing'],
    stop,
  },
  waiting: {
    edit: ['waiting'],
    news: ['waiting'],
    due: ['syncing', 'sync'],
    token: ['syncing', 'sync'],
    done: ['waiting'],
    failed: ['waiting'],
    postponed: ['waiting'],
    unauthorised: ['waiting'],
    stop,
  },
  syncing: {
    edit: ['edited'],
    news: ['outdated'],
    due: ['outdated'],
    token: ['renewed'],
    done: ['idle', 'rest'],
    failed: ['failing', 'backOff'],
    postponed: ['waiting', 'wait'],
    unauthorised: ['stopped', 'unfollow', 'giveUp'],
    stop,
  },
  edited: {
    edit: ['edited'],
    news: ['outdated'],
    due: ['outdated'],
    token: ['renewed'],
    done: ['syncing', 'rest', 'push'],
    failed: ['failing', 'backOff'],
    postponed: ['waiting', 'wait'],
    unauthorised: ['stopped', 'unfollow', 'giveUp'],
    stop,
  },
  outdated: {
    edit: ['outdated'],
    news: ['outdated'],
    due: ['outdated'],
    token: ['renewed'],
    done: ['syncing', 'sync'],
    failed: ['failing', 'backOff'],
    postponed: ['waiting', 'wait'],
    unauthorised: ['stopped', 'unfollow', 'giveUp'],
    stop,
  },
  renewed: {
    edit: ['renewed'],
    news: ['renewed'],
    due: ['renewed'],
    token: ['renewed'],
    done: ['syncing', 'sync'],
    failed: ['failing', 'backOff'],
    postponed: ['waiting', 'wait'],
    unauthorised: ['syncing', 'sync'],
    stop,
  },
  stopped: {
    edit: ['stopped'],
    news: ['stopped'],
    due: ['stopped'],
    token: ['stopped'],
    done: ['stopped'],
    failed: ['stopped'],
    postponed: ['stopped'],
    unauthorised: ['stopped'],
    stop: ['stopped'],
  },
};
