import type { QueuedVisit } from '#src/domain/change.ts'
import type { ChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import { type Attempt, OVERTAKEN } from '../../answer-verdict.ts'
import { createFileSending } from '../../posting/files/file-sending.ts'
import type { PageUploads } from '../../posting/page-uploads.ts'
import { attemptVisit } from './visit-attempt.ts'
import { dropVisitFiles, filesOfChange } from './visit-files.ts'
import { openVisitQueue } from './visit-queue.ts'

export interface VisitSenderParts {
  uploads: PageUploads
  outcomes: Pick<ChangeOutcomes, 'subscribe'>
  /** Sends a change by its one call, and judges the answer. */
  sendAlone(change: QueuedVisit, token: string): Promise<Attempt>
}

/** Sends one visit of the signed-in person from this page, after the photos that its sheet shows. */
export async function sendVisit(
  { uploads, outcomes, sendAlone }: VisitSenderParts,
  change: QueuedVisit,
  claim: AbortSignal,
): Promise<Attempt> {
  const { session, gate, senders } = uploads
  senders.visitFiles ??= createFileSending((name) => openVisitQueue(uploads, name), gate)
  const files = senders.visitFiles
  const name = filesOfChange(change)
  const queue = openVisitQueue(uploads, name)
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
      dropVisitFiles(uploads, change).catch((error: unknown) =>
        console.warn('The photos of a recorded visit are still on this device.', error),
      )
    })
  }
}
