import type { QueuedVisit } from '#src/domain/change.ts'
import { getWifiGate } from '#src/files/use-wifi-gate.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import type { Attempt } from '../../answer-verdict.ts'
import { createFileSending } from '../../posting/files/file-sending.ts'
import { openUploads } from '../../posting/files/page-uploads.ts'
import { createSendGate } from '../../posting/files/send-gate.ts'
import { openVisitQueue } from './visit-queue.ts'
import { createVisitSender, type VisitSenderParts } from './visit-sender.ts'

export interface PageVisitParts extends Pick<VisitSenderParts, 'outcomes' | 'sendAlone'> {
  session: SessionStore
}

type VisitSender = ReturnType<typeof createVisitSender>

/** One for each session, so that the photos of one visit are sent at a time. */
const senders = new WeakMap<SessionStore, VisitSender>()

/** Sends one visit of the signed-in person from this page. */
export function sendVisit(
  parts: PageVisitParts,
  change: QueuedVisit,
  claim: AbortSignal,
): Promise<Attempt> {
  const { session } = parts
  const sender = senders.get(session) ?? createPageSender(parts)
  senders.set(session, sender)
  return sender(change, claim)
}

function createPageSender(parts: PageVisitParts): VisitSender {
  const queueOf = (name: string) => openVisitQueue(parts.session, name)
  const files = createFileSending(queueOf, createSendGate(getWifiGate()))
  const hasStorage = () => openingLimitOf(openUploads()).orElse(false, async () => true)
  return createVisitSender({ ...parts, files, queueOf, hasStorage })
}
