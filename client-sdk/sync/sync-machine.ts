/** When automatic sync runs: every state and what each event makes of it. Timers and carriers are somebody else's (auto-sync.ts). */

export type State =
  /** Nothing is to be done until something happens. */
  | 'idle'
  /** The last sync failed; it is tried again later. */
  | 'failing'
  | 'syncing'
  /** Syncing, and something was changed here meanwhile. */
  | 'edited'
  /** Syncing, and something may have changed elsewhere meanwhile. */
  | 'outdated'
  /** Syncing, and a new token came meanwhile: a refusal concerns the one before. */
  | 'renewed'
  /** The server refused the token. */
  | 'refused'
  | 'stopped';

export type Event =
  /** Something was changed here. */
  | 'edit'
  /** Something may have changed elsewhere: a poke, a timer, the network or the page is back. */
  | 'news'
  | 'token'
  | 'done'
  | 'failed'
  | 'unauthorised'
  | 'stop';

export type Effect =
  /** Sends what waits; pulls only if it would not come by the stream. */
  | 'push'
  | 'sync'
  /** Arms the timer of the next sync. */
  | 'rest'
  | 'backOff'
  /** Opens the stream, and listens to timers and to the page. */
  | 'follow'
  | 'unfollow';

type Step = readonly [State, ...Effect[]];

const stop: Step = ['stopped', 'unfollow'];

export const machine: Readonly<Record<State, Readonly<Record<Event, Step>>>> = {
  idle: {
    edit: ['syncing', 'push'],
    news: ['syncing', 'sync'],
    token: ['syncing', 'sync'],
    done: ['idle'],
    failed: ['idle'],
    unauthorised: ['idle'],
    stop,
  },
  failing: {
    edit: ['syncing', 'sync'],
    news: ['syncing', 'sync'],
    token: ['syncing', 'sync'],
    done: ['failing'],
    failed: ['failing'],
    unauthorised: ['failing'],
    stop,
  },
  syncing: {
    edit: ['edited'],
    news: ['outdated'],
    token: ['renewed'],
    done: ['idle', 'rest'],
    failed: ['failing', 'backOff'],
    unauthorised: ['refused', 'unfollow'],
    stop,
  },
  edited: {
    edit: ['edited'],
    news: ['outdated'],
    token: ['renewed'],
    done: ['syncing', 'rest', 'push'],
    failed: ['failing', 'backOff'],
    unauthorised: ['refused', 'unfollow'],
    stop,
  },
  outdated: {
    edit: ['outdated'],
    news: ['outdated'],
    token: ['renewed'],
    done: ['syncing', 'sync'],
    failed: ['failing', 'backOff'],
    unauthorised: ['refused', 'unfollow'],
    stop,
  },
  renewed: {
    edit: ['renewed'],
    news: ['renewed'],
    token: ['renewed'],
    done: ['syncing', 'sync'],
    failed: ['failing', 'backOff'],
    unauthorised: ['syncing', 'sync'],
    stop,
  },
  refused: {
    edit: ['refused'],
    news: ['refused'],
    token: ['syncing', 'follow', 'sync'],
    done: ['refused'],
    failed: ['refused'],
    unauthorised: ['refused'],
    stop: ['stopped'],
  },
  stopped: {
    edit: ['stopped'],
    news: ['stopped'],
    token: ['stopped'],
    done: ['stopped'],
    failed: ['stopped'],
    unauthorised: ['stopped'],
    stop: ['stopped'],
  },
};
