import type { OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import {
  after,
  approve,
  createEvent,
  look,
  lostCommits,
  refresh,
  reject,
  SECOND,
  weather,
} from './path-steps.ts'
import type { Path } from './play-path.ts'

/** What goes wrong by itself, before any fault at a step. */
export const TROUBLE_PATHS: readonly Path[] = [
  {
    title: 'the session ends under a change, and the same person signs in again',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, { kind: 'revoke', account: 'operator-a' }),
      after(0, approve(0)),
      after(3 * SECOND, { kind: 'sign-in', account: 'operator-a' }),
      after(3 * SECOND, { kind: 'sign-out' }),
    ],
  },
  {
    title: 'answers are lost and calls repeated',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, weather('flaky')),
      after(0, approve(0)),
      after(SECOND, reject(1)),
      after(4 * SECOND, { kind: 'remove', pick: 2 }),
      after(10 * SECOND, weather('fine')),
      after(0, { kind: 'sync-now' }),
    ],
  },
  {
    title: 'a device works offline on purpose for a while',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, { kind: 'work-offline', isOn: true }),
      after(0, approve(0)),
      after(60 * SECOND, { kind: 'work-offline', isOn: false }),
      after(SECOND, reject(1)),
    ],
  },
  {
    title: 'the server asks to be left alone',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, weather('busy')),
      after(0, approve(0)),
      after(SECOND, approve(1)),
      after(SECOND, approve(2)),
      after(10 * SECOND, weather('fine')),
    ],
  },
  {
    title: 'the worker sends what a frozen page left',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, weather('down')),
      after(SECOND, approve(0)),
      after(SECOND, approve(1)),
      after(SECOND, { kind: 'freeze' }),
      after(0, { kind: 'freeze' }),
      after(0, weather('fine')),
      after(0, { kind: 'wake-worker' }),
      after(5 * SECOND, { kind: 'thaw' }),
    ],
  },
  {
    title: 'a tab that is frozen with the lock is stolen from',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, approve(0)),
      after(0, { kind: 'freeze' }),
      after(SECOND, approve(1)),
      after(70 * SECOND, look),
      after(10 * SECOND, { kind: 'thaw' }),
    ],
  },
  {
    title: 'two tabs take turns without the locks of the browser',
    account: 'operator-a',
    hasLocks: false,
    steps: [after(2 * SECOND, approve(0)), after(1, reject(1)), after(3 * SECOND, refresh)],
  },
  {
    title: 'an event is made at a server that knows no keys, and is looked for in the list',
    account: 'member-a',
    design: { store: withoutKeys },
    steps: [
      after(2 * SECOND, createEvent),
      after(2 * SECOND, weather('down')),
      after(SECOND, createEvent),
      after(5 * SECOND, weather('fine')),
    ],
  },
  {
    title: 'connections that the browser closed are opened again',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, { kind: 'break-connection' }),
      after(0, approve(0)),
      after(3 * SECOND, { kind: 'break-connection' }),
      after(0, { kind: 'sign-out' }),
      after(SECOND, { kind: 'sign-in', account: 'operator-a' }),
    ],
  },
  {
    title: 'a commit of which no word came is recognised',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, lostCommits(1)),
      after(0, approve(0)),
      after(2 * SECOND, weather('down')),
      after(0, approve(1)),
      after(SECOND, lostCommits(2)),
      after(0, { kind: 'undo' }),
      after(SECOND, weather('fine')),
    ],
  },
]

/** A device whose server never showed that it knows keys; its person had the list on the screen, and nothing in it. */
function withoutKeys(right: OutboxStore): OutboxStore {
  return {
    ...right,
    queueChange(draft) {
      if (draft.entity !== 'event') return right.queueChange(draft)
      const { action } = draft
      const seen = action.kind === 'create' ? { ...action, twins: [] } : action
      return right.queueChange({ ...draft, action: seen, isKeyed: false })
    },
  }
}
