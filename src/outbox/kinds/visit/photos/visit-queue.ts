import { ApiError } from '#src/api/api-error.ts'
import { addVisitPhoto } from '#src/api/visit-photos-api.ts'
import { visitOfFiles } from '#src/domain/visit/visit.ts'
import { openPageQueue } from '#src/outbox/kinds/posting/files/page-queue.ts'
import type { UploadQueue } from '#src/outbox/kinds/posting/files/upload-queue.ts'
import type { Finish } from '#src/outbox/kinds/posting/files/upload-tries.ts'
import type { PageUploads } from '#src/outbox/kinds/posting/page-uploads.ts'

/** Refusals that a person must see: another upload of the same file would get the same answer. */
const REFUSALS = new Set(['no-such-listing', 'too-many-visit-photos'])

/** The photos of a visit, by the name of `visitFilesOf`: those that its sheet shows are those that the outbox sends. */
export function openVisitQueue(uploads: PageUploads, name: string): UploadQueue {
  return openPageQueue(uploads, name, {
    prepare: async (file) => ({ kind: 'ready', file }), // a visit has no videos
    finish: finishForVisit,
  })
}

export const finishForVisit: Finish = async ({ listingId: name, addedAt, takenAt }, url) => {
  const { listingId = '' } = visitOfFiles(name) ?? {}
  try {
    const made = { url, takenAt: takenAt ?? new Date(addedAt).toISOString() }
    const id = await addVisitPhoto(listingId, made)
    return { kind: 'done', media: { id, kind: 'photo', url: '', smallUrl: null } }
  } catch (error) {
    if (!(error instanceof ApiError && REFUSALS.has(error.code ?? ''))) throw error
    return { kind: 'refused', sentence: error.serverMessage ?? 'The server refused this photo.' }
  }
}
