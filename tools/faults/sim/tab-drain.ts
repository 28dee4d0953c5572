import { isApiReachable, readEventList } from '#src/api/change-call.ts'
import type { ChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import type { Connectivity } from '#src/outbox/connectivity.ts'
import { createDrain } from '#src/outbox/sending/drain.ts'
import { createDrainNotifier } from '#src/outbox/sending/drain-notifier.ts'
import type { DrainParts } from '#src/outbox/sending/drain-parts.ts'
import { sendChange } from '#src/outbox/sending/joint-calls.ts'
import { startDrainTriggers } from '#src/outbox/sending/page-drain.ts'
import type { SessionEnd } from '#src/session/session-end.ts'
import { type SessionStore, userIdOf } from '#src/session/session-store.ts'
import type { SimClient, SimDevice } from './sim-device.ts'

// The drain of one tab and its triggers.

interface TabParts {
  store: DrainParts['store']
  outcomes: ChangeOutcomes
  connectivity: Connectivity
  session: SessionStore
  sessionEnd: SessionEnd
  /** Absent in a schedule in which nobody writes a listing. */
  sendInPage: DrainParts['sendInPage']
}

interface Place {
  device: SimDevice
  client: SimClient
  /** Epoch milliseconds by the device's own clock. */
  now(): number
}

/** Wires a tab's drain. `choose` receives the product's parts; a simulated wrong design returns some of its own. */
export function startTabDrain(
  tab: TabParts,
  place: Place,
  choose: (parts: DrainParts) => DrainParts,
) {
  const { outcomes, connectivity, session } = tab
  const notifier = createDrainNotifier()
  const drain = createDrain(choose(makeParts(tab, place, notifier.notify)))
  notifier.subscribe(drain.notify)
  const { client, device } = place
  const { world } = device
  const triggers = startDrainTriggers({
    drain,
    window: Object.assign(client.window, {
      setTimeout: (run: () => void, ms: number) => world.after(client.context, ms, run),
      clearTimeout: (timer: number | undefined) => timer !== undefined && world.cancel(timer),
    }) as unknown as Window, // has the parts that the triggers use
    document: client.document as unknown as Document, // has the parts that the triggers use
    serviceWorker: undefined,
  })
  session.subscribe((current) => {
    if (current) triggers.triggerDrain()
  })
  outcomes.subscribe(({ isReachable }) => {
    if (isReachable !== null) connectivity.report(isReachable)
  })
  connectivity.subscribe(() => {
    if (connectivity.get() === 'offline') triggers.scheduleRun()
  })
  return { drain, triggers }
}

function makeParts(
  { store, outcomes, connectivity, session, sessionEnd, sendInPage }: TabParts,
  { device, client, now }: Place,
  notifyHolder: DrainParts['notifyHolder'],
): DrainParts {
  return {
    store,
    outcomes,
    send: sendChange,
    sendInPage,
    readEventList,
    isReachable: isApiReachable,
    reachability: connectivity,
    async onSignedOut(token) {
      const call = session.find()?.isOperator ? '/admin' : '/events'
      sessionEnd.onUnauthorised(token, call)
    },
    isVisible: () => client.document.visibilityState === 'visible',
    locks: device.hasLocks ? device.locks.for(client.context) : undefined,
    async findSession() {
      const current = session.find()
      return current ? { userId: userIdOf(current), token: current.token } : null
    },
    notifyHolder,
    now,
    random: device.random.next,
  }
}
