import type { Answer, PostingAttemptParts } from '#src/outbox/kinds/posting/posting-attempt.ts'
import type { PostingSenderParts } from '#src/outbox/kinds/posting/posting-sender.ts'
import type { Design } from '#tools/faults/sim/design.ts'

// Wrong ways to send a seller's listing, which takes several calls.

/** Submits the text, and leaves the files to a later try, as an uploader with a queue of its own does. */
export const submitBeforeFiles: Design = {
  posting(parts) {
    const submitted = new Set<string>()
    const { sendFiles } = parts.files
    return {
      ...parts,
      files: {
        ...parts.files,
        async sendFiles(listingId, claim) {
          if (submitted.has(listingId)) return sendFiles(listingId, claim)
          submitted.add(listingId)
          return { kind: 'done', value: [] }
        },
      },
    }
  },
}

/** Deletes the device's copy when the listing is sent, and not when the answer has come. */
export const forgetBeforeAnswer: Design = {
  posting: (parts, db) =>
    withCalls(parts, ({ save, ...calls }) => ({
      ...calls,
      async save(row, draft) {
        const userId = parts.session.findUserId()
        if (userId) await db.listings.delete([userId, row.id])
        return save(row, draft)
      },
    })),
}

/** Creates the draft by a call without an id of its own: after a lost answer, the next try creates a second one. */
export const draftPerTry: Design = {
  posting: (parts) => {
    const known = new Map<string, string>()
    let tries = 0
    const idOf = (id: string) => known.get(id) ?? id
    return withCalls(parts, ({ save, submit }) => ({
      async save(row, draft) {
        const answer = await save({ ...row, id: idOf(row.id) }, draft)
        if (answer.kind !== 'no-answer' || row.version !== null) return answer
        tries += 1
        known.set(row.id, row.id.slice(0, -2) + String(tries).padStart(2, '0'))
        return answer
      },
      submit: ({ id, version }, key) => submit({ id: idOf(id), version }, key),
    }))
  },
}

/** Stores the result at the row as it was read before the calls, over what its owner has edited since. */
export const rowAsRead: Design = {
  posting: (parts, db) =>
    withListings(parts, (listings) => ({
      ...listings,
      async noteVersion(row, version) {
        await db.listings.put({ ...row, version, unanswered: [] })
      },
    })),
}

/** Deletes the device's copy after the submission, whatever its owner has edited since. */
export const forgetEdited: Design = {
  posting: (parts, db) =>
    withListings(parts, (listings) => ({
      ...listings,
      async forget({ userId, id }) {
        await db.listings.delete([userId, id])
      },
    })),
}

/** Submits what was submitted before under the same key, although files have come since. */
export const keyOfEarlierSubmission: Design = {
  posting(parts) {
    const keys = new Map<string, string>()
    return withCalls(parts, ({ submit, ...calls }) => ({
      ...calls,
      submit(row, key) {
        const known = keys.get(row.id) ?? key
        keys.set(row.id, known)
        return submit(row, known)
      },
    }))
  },
}

/** Takes the draft of its own lost answer for the edit of another device. */
export const ownDraftIsForeign: Design = {
  posting: (parts) =>
    withListings(parts, (listings) => ({ ...listings, noteSending: async () => undefined })),
}

/** Drops a file from the device once it has arrived, and names it only in the draft that it sends next. */
export const dropFileAtArrival: Design = {
  posting({ files, ...parts }) {
    const { sendFiles, dropFiles } = files
    const dropping = {
      ...files,
      async sendFiles(listingId: string, claim: AbortSignal) {
        const answer = await sendFiles(listingId, claim)
        await dropFiles(listingId, listFiles(answer))
        return answer
      },
    }
    return withListings({ ...parts, files: dropping }, (listings) => ({
      ...listings,
      async addMedia(id, ids) {
        const row = await listings.find(id)
        return row && { ...row, media: [...row.media, ...ids] }
      },
    }))
  },
}

function listFiles(answer: Answer<readonly { fileId: string }[]>): string[] {
  return answer.kind === 'done' ? answer.value.map(({ fileId }) => fileId) : []
}

type Calls = Pick<PostingAttemptParts, 'save' | 'submit'>
type Listings = PostingAttemptParts['listings']

function withCalls(parts: PostingSenderParts, change: (calls: Calls) => Calls): PostingSenderParts {
  return { ...parts, calls: change(parts.calls) }
}

function withListings(
  parts: PostingSenderParts,
  change: (listings: Listings) => Listings,
): PostingSenderParts {
  return { ...parts, listingsOf: (userId) => change(parts.listingsOf(userId)) }
}
