import type { Change } from '#src/domain/change.ts'
import { createFileSending } from '#src/outbox/kinds/posting/files/file-sending.ts'
import { dropFile } from '#src/outbox/kinds/posting/files/upload-files.ts'
import {
  dropDraftFiles,
  dropFilesOf,
  filesOfChange,
} from '#src/outbox/kinds/visit/photos/visit-files.ts'
import { finishForVisit } from '#src/outbox/kinds/visit/photos/visit-queue.ts'
import {
  createVisitSender,
  type VisitSenderParts,
} from '#src/outbox/kinds/visit/photos/visit-sender.ts'
import { judge } from '#src/outbox/sending/answer-rules.ts'
import { sendChange } from '#src/outbox/sending/joint-calls.ts'
import type { Design } from '#tools/faults/sim/design.ts'
import type { TabFiles } from '#tools/faults/sim/selling/tab-files.ts'

// The photos of visits in one tab: the product's queues and sender, wired as in a page.

export type TabVisits = ReturnType<typeof createTabVisits>

interface TabVisitsParts extends Pick<VisitSenderParts, 'session' | 'outcomes'> {
  tabFiles: TabFiles
  design: Design['visiting']
}

export function createTabVisits({ session, outcomes, tabFiles, design }: TabVisitsParts) {
  const { db } = tabFiles
  const queueOf = (name: string) => tabFiles.queueOf(name, finishForVisit)
  const right: VisitSenderParts = {
    session,
    outcomes,
    files: createFileSending(queueOf, tabFiles.gate),
    queueOf,
    hasStorage: async () => true,
    async sendAlone(change, token) {
      const answer = await sendChange(change, token)
      return { verdict: judge(change, answer), status: answer.status }
    },
  }

  return {
    send: createVisitSender(design?.(right) ?? right),
    makePhotoId: tabFiles.makePhotoId,
    addPhoto: (name: string, id: string, takenAt: string) =>
      tabFiles.addPhoto(queueOf(name), id, takenAt),

    drop: (change: Change) => dropFilesOf(queueOf(filesOfChange(change))),

    /** As at a sign-out: photos that no visit in the outbox has, or all of the person. */
    dropDrafts: (userId: string, changes: readonly Change[]) =>
      dropDraftFiles({ db }, { userId, changes, keptMs: 0 }),
    async dropAll(userId: string): Promise<void> {
      for (const id of await db.queued.where({ userId }).primaryKeys()) await dropFile(db, id)
    },
  }
}
