import type { QueuedVisit } from '#src/domain/change.ts'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import type { Attempt } from '../../answer-verdict.ts'
import { createFileSending } from '../../posting/files/file-sending.ts'
import type { PageUploads } from '../../posting/page-uploads.ts'
import { openVisitQueue } from './visit-queue.ts'
import { createVisitSender, type VisitSenderParts } from './visit-sender.ts'

export interface PageVisitParts extends Pick<VisitSenderParts, 'outcomes' | 'sendAlone'> {
  uploads: PageUploads
}

/** Sends one visit of the signed-in person from this page. */
export function sendVisit(
  parts: PageVisitParts,
  change: QueuedVisit,
  claim: AbortSignal,
): Promise<Attempt> {
  const { senders } = parts.uploads
  senders.visit ??= createPageSender(parts)
  return senders.visit(change, claim)
}

function createPageSender({ uploads, outcomes, sendAlone }: PageVisitParts) {
  const { session, db, gate } = uploads
  const queueOf = (name: string) => openVisitQueue(uploads, name)
  const files = createFileSending(queueOf, gate)
  const hasStorage = () => openingLimitOf(db).orElse(false, async () => true)
  return createVisitSender({ session, outcomes, sendAlone, files, queueOf, hasStorage })
}
