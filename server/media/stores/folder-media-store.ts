import { access, constants, copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openMediaFile } from './media-file.ts'
import { LISTINGS_FOLDER, type MediaName, mediaPath } from './media-names.ts'
import type { MediaStore } from './media-store.ts'
import { MediaStoreError } from './media-store-trouble.ts'

/** Stores media in a folder of this machine, or in one that all processes share. */
export function makeFolderStore(mediaDir: string): MediaStore {
  async function prepare(file: MediaName): Promise<string> {
    const path = join(mediaDir, mediaPath(file))
    await mkdir(dirname(path), { recursive: true })
    return path
  }
  return {
    put: (file, content) => orFailed(async () => writeFile(await prepare(file), content)),
    putFile: (file, path) => orFailed(async () => copyFile(path, await prepare(file))),
    open: (file) => orFailed(() => openMediaFile(mediaDir, mediaPath(file).split('/'))),
    remove: (mediaId) =>
      orFailed(() =>
        rm(join(mediaDir, LISTINGS_FOLDER, mediaId), { recursive: true, force: true }),
      ),
    check: () =>
      orFailed(async () => {
        await mkdir(mediaDir, { recursive: true })
        await access(mediaDir, constants.W_OK)
      }),
  }
}

async function orFailed<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw new MediaStoreError('The folder of photos and videos cannot be used.', { cause })
  }
}
