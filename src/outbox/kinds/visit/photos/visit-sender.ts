import type { QueuedVisit } from '#src/domain/change.ts'
import { getWifiGate } from '#src/files/use-wifi-gate.ts'
import type { ChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { type Attempt, OVERTAKEN } from '../../answer-verdict.ts'
import { createFileSending, type FileSending } from '../../posting/files/file-sending.ts'
import { createSendGate } from '../../posting/files/send-gate.ts'
import { attemptVisit } from './visit-attempt.ts'
import { dropVisitFiles, filesOfChange } from './visit-files.ts'
import { openVisitQueue } from './visit-queue.ts'

export interface VisitSenderParts {
  session: SessionStore
  outcomes: Pick<ChangeOutcomes, 'subscribe'>
  /** Sends a change by its one call, and judges the answer. */
  sendAlone(change: QueuedVisit, token: string): Promise<Attempt>
}

/** One for each session, so that the photos of one visit are sent at a time. */
const sendings = new WeakMap<SessionStore, FileSending>()

/** Sends one visit of the signed-in person from this page, after the photos that its sheet shows. */
export async function sendVisit(
  { session, outcomes, sendAlone }: VisitSenderParts,
  change: QueuedVisit,
  claim: AbortSignal,
): Promise<Attempt> {
  const files =
    sendings.get(session) ??
    createFileSending((name) => openVisitQueue(session, name), createSendGate(getWifiGate()))
  sendings.set(session, files)
  const name = filesOfChange(change)
  const queue = openVisitQueue(session, name)
  const attempt = await attemptVisit({ files, queue, name, send }, change, claim)
  if (attempt.verdict.kind === 'done') dropOnceStored()
  return attempt

  async function send(visit: QueuedVisit): Promise<Attempt> {
    const now = session.find()
    if (!now || session.findUserId() !== change.userId) return OVERTAKEN
    return sendAlone(visit, now.token)
  }

  /** Only once the outbox has stored the confirmation: until then, another try needs the photos. */
  function dropOnceStored(): void {
    const stop = outcomes.subscribe(({ change: { key }, result }) => {
      if (key !== change.key || result === 'no-answer') return
      stop()
      dropVisitFiles(session, change).catch((error: unknown) =>
        console.warn('The photos of a recorded visit are still on this device.', error),
      )
    })
  }
}
