import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of MEDIA_DIR with what owners upload, each in a folder of its own. */
export const LISTINGS_FOLDER = 'listings'

/** Where the files of photos and videos are kept. `/media` serves them. */
export interface MediaStore {
  /** Stores one file of a photo or video, in place of an earlier one. */
  put(mediaId: string, name: string, content: Buffer): Promise<void>
  putFile(mediaId: string, name: string, path: string): Promise<void>
  /** Deletes all files of a photo or video, if there are any. */
  remove(mediaId: string): Promise<void>
}

/** In a folder of this machine, or one that all processes share. */
export function makeFolderStore(mediaDir: string): MediaStore {
  const folderOf = (mediaId: string) => join(mediaDir, LISTINGS_FOLDER, mediaId)
  async function prepare(mediaId: string, name: string): Promise<string> {
    await mkdir(folderOf(mediaId), { recursive: true })
    return join(folderOf(mediaId), name)
  }
  return {
    put: async (mediaId, name, content) => writeFile(await prepare(mediaId, name), content),
    putFile: async (mediaId, name, path) => copyFile(path, await prepare(mediaId, name)),
    remove: (mediaId) => rm(folderOf(mediaId), { recursive: true, force: true }),
  }
}
