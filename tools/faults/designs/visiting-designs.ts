import type { Design } from '#tools/faults/sim/design.ts'

// Wrong ways to send a visit with photos, which takes several calls.

/** Sends the visit as soon as there is a network, and leaves its photos to a later try that never comes. */
export const visitBeforePhotos: Design = {
  visiting: ({ sendAlone, ...parts }) => ({
    ...parts,
    sendAlone({ action, ...change }, token) {
      const visit = { ...action.visit, photos: [] }
      return sendAlone({ ...change, action: { kind: 'visit', visit } }, token)
    },
  }),
}

/** Drops the photos from the device once they have arrived, and not when the visit that names them is recorded. */
export const dropPhotosAtArrival: Design = {
  visiting: ({ files, ...parts }) => ({
    ...parts,
    files: {
      ...files,
      async sendAllFiles(name, claim) {
        const answer = await files.sendAllFiles(name, claim)
        if (answer.kind !== 'done') return answer
        for (const { fileId } of answer.value) await parts.queueOf(name).remove(fileId)
        return answer
      },
    },
  }),
}
