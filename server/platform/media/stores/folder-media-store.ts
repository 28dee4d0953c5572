import { access, constants, copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isAbsent } from '#server/platform/http/files/file-answer.ts'
import { requireSpace } from '#server/platform/http/files/free-space.ts'
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
    async requireSpace(bytes) {
      await orFailed(() => mkdir(mediaDir, { recursive: true }))
      await requireSpace(mediaDir, bytes)
    },
    open: (file) => orFailed(() => openMediaFile(mediaDir, mediaPath(file).split('/'))),
    async *list() {
      const folder = join(mediaDir, LISTINGS_FOLDER)
      const entries = await orFailed(() => readdir(folder).catch(noneIfAbsent))
      for (const mediaId of entries) {
        const found = await orFailed(() => stat(join(folder, mediaId)).catch(nullIfAbsent))
        if (found) yield { mediaId, modifiedAt: found.mtime }
      }
    },
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

function noneIfAbsent(error: unknown): string[] {
  if (isAbsent(error)) return []
  throw error
}

function nullIfAbsent(error: unknown): null {
  if (isAbsent(error)) return null
  throw error
}

async function orFailed<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw new MediaStoreError('The folder of photos and videos cannot be used.', { cause })
  }
}
