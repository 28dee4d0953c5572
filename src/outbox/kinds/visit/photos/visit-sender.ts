import type { QueuedVisit } from '#src/domain/change.ts'
import type { ChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { type Attempt, noAnswer, OVERTAKEN } from '../../answer-verdict.ts'
import type { UploadQueue } from '../../posting/files/upload-queue.ts'
import { attemptVisit, type VisitAttemptParts } from './visit-attempt.ts'
import { dropFilesOf, filesOfChange } from './visit-files.ts'

export interface VisitSenderParts {
  session: Pick<SessionStore, 'find' | 'findUserId'>
  outcomes: Pick<ChangeOutcomes, 'subscribe'>
  files: VisitAttemptParts['files']
  queueOf(name: string): UploadQueue
  /** Whether the device can read its photos now: what it cannot read is not lost. */
  hasStorage(): Promise<boolean>
  /** Sends a change by its one call, and judges the answer. */
  sendAlone(change: QueuedVisit, token: string): Promise<Attempt>
}

const UNREADABLE = 'This device cannot read its photos now. The visit waits with them.'

/** Returns a function that sends one visit of the signed-in person, after the photos that its sheet shows. */
export function createVisitSender({
  session,
  outcomes,
  files,
  queueOf,
  hasStorage,
  sendAlone,
}: VisitSenderParts) {
  return async (change: QueuedVisit, claim: AbortSignal): Promise<Attempt> => {
    if (!(await hasStorage())) return { verdict: noAnswer(UNREADABLE), status: null }
    const name = filesOfChange(change)
    const queue = queueOf(name)
    const send = (visit: QueuedVisit) => sendAsVisitor(change.userId, visit)
    const attempt = await attemptVisit({ files, queue, name, send }, change, claim)
    if (attempt.verdict.kind === 'done') dropOnceStored(change.key, queue)
    return attempt
  }

  async function sendAsVisitor(userId: string, visit: QueuedVisit): Promise<Attempt> {
    const now = session.find()
    if (!now || session.findUserId() !== userId) return OVERTAKEN
    return sendAlone(visit, now.token)
  }

  /** Only once the outbox has stored the confirmation: until then, another try needs the photos. */
  function dropOnceStored(sentKey: string, queue: UploadQueue): void {
    const stop = outcomes.subscribe(({ change: { key }, result }) => {
      if (key !== sentKey || result === 'no-answer') return
      stop()
      dropFilesOf(queue).catch((error: unknown) =>
        console.warn('The photos of a recorded visit are still on this device.', error),
      )
    })
  }
}
