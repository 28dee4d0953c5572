import { ApiError, loadCode } from '#src/api/api-error.ts'
import type { Change } from '#src/domain/change.ts'
import { type Attempt, noAnswer } from '#src/outbox/kinds/answer-verdict.ts'
import { openUploads, type UploadsPlace } from '#src/outbox/kinds/posting/page-uploads.ts'
import { startPostingQueueing } from '#src/outbox/kinds/posting/posting-queueing.ts'
import { createWaitingListings } from '#src/outbox/kinds/posting/waiting-listings.ts'
import type { PageVisitParts } from '#src/outbox/kinds/visit/photos/page-visits.ts'
import { createLostChangeDetector } from '#src/outbox/lost-change-detector.ts'
import type { OutboxView } from '#src/outbox/outbox-view.ts'
import { judge } from '#src/outbox/sending/answer-rules.ts'
import { sendChange } from '#src/outbox/sending/joint-calls.ts'
import { type PageDrainParts, startPageDrain } from '#src/outbox/sending/page-drain.ts'
import type { SessionEnd } from '#src/session/session-end.ts'
import { startSessionMirror } from '#src/session/session-mirror.ts'
import type { UserSource } from '#src/session/session-store.ts'
import { openDeviceStorage } from './device-storage.ts'

// These notices are in this file's chunk: a device that is offline, or whose storage fails, could not load them later.
export { LostChangesNotices } from './lost-changes-notice.tsx'
export { StorageNotice } from './storage-notice.tsx'

export interface DeviceParts
  extends Omit<PageDrainParts, 'store' | 'presence' | 'onUnauthorised' | 'sendInPage'> {
  sessionEnd: SessionEnd
  view: OutboxView
  user: UserSource
  uploads: UploadsPlace
}

export type Device = ReturnType<typeof startDevice>

/** Opens the device's storage. Starts the drain, the session mirror for the worker and the lost-change detector. */
export function startDevice(window: Window & typeof globalThis, parts: DeviceParts) {
  const { view, user, session, sessionEnd } = parts
  const storage = openDeviceStorage()
  const uploads = openUploads(parts.uploads)
  const stopMirror = startSessionMirror(session, storage.mirror)
  const waiting = createWaitingListings(user, uploads)
  const lostChanges = createLostChangeDetector({
    views: { changes: view, listings: waiting },
    user,
    keyValueStore: window.localStorage,
  })
  const { drain, triggers, notifier, stop } = startPageDrain(window, {
    ...parts,
    store: storage.store,
    presence: storage.presence,
    onUnauthorised: sessionEnd.onUnauthorised,
    sendInPage: (change, claim) =>
      sendInPage({ uploads, outcomes: parts.outcomes, sendAlone }, change, claim),
  })
  const stopQueueing = startPostingQueueing({
    waiting,
    findRow: (userId, id) => uploads.listingsOf(userId).find(id),
    view,
    store: storage.store,
    gate: uploads.gate,
    triggerDrain: triggers.triggerDrain,
  })
  // Checks the storage now, so that the person learns of a failure before making a decision.
  void storage.presence.whenTurn().then(storage.store.health.check)
  return {
    storage,
    uploads,
    lostChanges,
    drain,
    triggerDrain: triggers.triggerDrain,
    stopSending(): void {
      stopQueueing()
      stop()
    },
    async dispose(): Promise<void> {
      await Promise.all([stopMirror(), drain.idle(), storage.store.health.check()])
      lostChanges.dispose()
      waiting.dispose()
      notifier.dispose()
      await Promise.all([storage.close(), uploads.close()])
    },
  }
}

async function sendAlone(change: Change, token: string): Promise<Attempt> {
  const answer = await sendChange(change, token)
  return { verdict: judge(change, answer), status: answer.status }
}

/** Sends an owner's listing, or a visit with photos. The code is lazy: most people do neither. */
async function sendInPage(
  parts: PageVisitParts,
  change: Change,
  claim: AbortSignal,
): Promise<Attempt> {
  try {
    if (change.entity === 'visit') {
      const { sendVisit } = await loadCode(import('#src/outbox/kinds/visit/photos/page-visits.ts'))
      return await sendVisit(parts, change, claim)
    }
    const code = await loadCode(import('#src/outbox/kinds/posting/page-sender.ts'))
    return await code.sendPosting(parts.uploads, change, claim)
  } catch (error) {
    if (error instanceof ApiError) return { verdict: noAnswer(), status: null } // the code could not be loaded
    throw error
  }
}
