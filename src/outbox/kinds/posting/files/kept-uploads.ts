import { findBytes } from '#src/files/kept-bytes.ts'
import { requireReadable } from '#src/files/readable-file.ts'
import { runActive } from '#src/storage/page-suspension.ts'
import { troubleOf } from '#src/storage/storage-trouble.ts'
import type { QueuedUpload, UploadsDatabase } from '#src/storage/uploads-database.ts'
import { dropFile, keepFile, replaceFile } from './upload-files.ts'

/** The files of one listing where they are kept: on the device, or in this page if the device has no room. */
export function createKeptUploads(db: UploadsDatabase) {
  /** By upload id: the bytes of files that the device has no room to store. */
  const unkept = new Map<string, Blob>()
  /** Ids of stored files whose progress the device had no room to store: this page knows more than the database. */
  const unstored = new Set<string>()

  return {
    isPageNeeded: (): boolean => unkept.size > 0,
    isUnkept: (id: string): boolean => unkept.has(id),

    /** @throws UnreadableFile if the device no longer gives the bytes of the file */
    async add(row: QueuedUpload, file: Blob): Promise<void> {
      if (await keepFile(db, row, file)) return
      // Otherwise a file that is gone would look like a full device, and then like a missing network.
      await requireReadable(file)
      unkept.set(row.id, file)
    },

    /** Stores a file that the device had no room for, once it has room. */
    async keepAgain(row: QueuedUpload): Promise<void> {
      const file = unkept.get(row.id)
      if (!file || !(await keepFile(db, row, file))) return
      // The file may have been removed meanwhile.
      if (!unkept.delete(row.id)) await dropFile(db, row.id)
    },

    /** The upload as it is now: another page may have sent it. Undefined if it is gone. */
    find: (shown: QueuedUpload): Promise<QueuedUpload | undefined> =>
      unkept.has(shown.id) || unstored.has(shown.id)
        ? Promise.resolve(shown)
        : runActive(db, () => db.queued.get(shown.id)),

    /** Null if the device has lost the file. */
    findFile: async (id: string): Promise<Blob | null> =>
      unkept.get(id) ?? runActive(db, () => findBytes(db, id)),

    /** `row` is the whole upload, with the change. */
    async store(row: QueuedUpload, change: Partial<QueuedUpload>): Promise<void> {
      const { id } = row
      if (unkept.has(id)) return
      try {
        await runActive(db, () => db.queued.update(id, unstored.has(id) ? row : change))
        unstored.delete(id)
      } catch (error) {
        if (!troubleOf(error)) throw error
        console.warn('The progress of an upload cannot be stored on this device.', error)
        unstored.add(id)
      }
    },

    /**
     * Replaces the original with the compressed video. False, with the original kept, if there is no room, or if another
     * page has begun to send it.
     */
    async replace(id: string, file: Blob): Promise<boolean> {
      if (unkept.has(id)) {
        unkept.set(id, file)
        return true
      }
      const stored = await runActive(db, () => db.queued.get(id))
      if (stored && (stored.isPrepared || stored.url !== null)) return false
      return replaceFile(db, id, file)
    },

    drop(id: string): Promise<void> {
      unkept.delete(id)
      return dropFile(db, id)
    },
  }
}
