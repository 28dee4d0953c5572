// Copies the files of owners' photos and videos into a folder next to a database backup. Copies only
// photos and videos that have a row in the backup; later ones are copied by the next backup. A file
// never changes, so a file that an earlier backup has becomes a hard link, which takes no space.

import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { ReportRows } from '#server/platform/database/backup/copy-data.ts'
import { openUntrusted } from '#server/platform/database/backup/untrusted-database.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { type MediaName, mediaPath } from '#server/platform/media/stores/media-names.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import { countNamedMedia, isStillNamed, listNamedFiles } from './media-backup-rows.ts'
import { hasSum, manifestIn, manifestLine, readManifest } from './media-manifest.ts'

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600
/** The suffix of a backup's media folder; `.part` is added until it is complete. */
const MEDIA_FOLDER = '.media'
const UNFINISHED = '.part'

export interface CopiedMedia {
  folder: string
  files: number
  /** The number of photos and videos that still have a row in the database, but no file. */
  missing: number
}

/** The media folder of a backup file, whether or not the folder exists. */
export function mediaFolderOf(file: string): string {
  return `${file}${MEDIA_FOLDER}`
}

type CopyDeps = Pick<AppDeps, 'db'> & MediaDeps & { report?: ReportRows }

/**
 * Copies the files of all photos and videos that have a row in the backup `file` of `db`, while
 * servers may keep writing. Skips photos and videos that were deleted since the backup. Removes the
 * unfinished folder after an error. @throws MediaStoreError, or Error when a copy has another length
 * than its file
 */
export async function backUpMedia(file: string, deps: CopyDeps): Promise<CopiedMedia> {
  const folder = mediaFolderOf(file)
  const part = `${folder}${UNFINISHED}`
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { mode: PRIVATE_FOLDER })
  const backup = await openUntrusted(file)
  try {
    const earlier = await findEarlier(file)
    const { files, missing } = await copyNamed(backup.db, { ...deps, part, earlier })
    await rename(part, folder)
    return { folder, files, missing: await countLiving(deps.db, missing) }
  } finally {
    await backup.close()
    await rm(part, { recursive: true, force: true })
  }
}

async function copyNamed(
  backup: Kysely<Tables>,
  {
    part,
    earlier,
    mediaStore,
    report,
  }: Omit<CopyDeps, 'db'> & { part: string; earlier: EarlierCopies | null },
): Promise<{ files: number; missing: Set<string> }> {
  const total = await countNamedMedia(backup)
  const missing = new Set<string>()
  let files = 0
  const manifest = await open(manifestIn(part), 'wx', PRIVATE_FILE)
  try {
    for await (const { name, done } of listNamedFiles(backup)) {
      const path = mediaPath(name)
      await mkdir(dirname(join(part, path)), { recursive: true, mode: PRIVATE_FOLDER })
      const sum = (await reuse(earlier, part, path)) ?? (await copy(mediaStore, name, part))
      if (sum === null) missing.add(name.mediaId)
      else {
        await manifest.appendFile(manifestLine(path, sum))
        files += 1
      }
      report?.('photos and videos', done, total)
    }
    await manifest.sync()
    return { files, missing }
  } finally {
    await manifest.close()
  }
}

interface EarlierCopies {
  folder: string
  sums: ReadonlyMap<string, string>
}

/** The newest complete media folder of another backup in the same folder. */
async function findEarlier(file: string): Promise<EarlierCopies | null> {
  const own = basename(mediaFolderOf(file))
  const names = (await readdir(dirname(file))).filter(
    (name) => name.endsWith(MEDIA_FOLDER) && name !== own,
  )
  const found = await Promise.all(
    names.map(async (name) => {
      const folder = join(dirname(file), name)
      return { folder, at: (await stat(folder)).mtimeMs }
    }),
  )
  for (const { folder } of found.sort((a, b) => b.at - a.at)) {
    const sums = await readManifest(folder)
    if (sums) return { folder, sums }
  }
  return null
}

/** Links a file of an earlier backup. Returns its checksum; null if it is missing or damaged. */
async function reuse(
  earlier: EarlierCopies | null,
  part: string,
  path: string,
): Promise<string | null> {
  const sum = earlier?.sums.get(path)
  if (!earlier || sum === undefined) return null
  const [from, to] = [join(earlier.folder, path), join(part, path)]
  if (!(await hasSum(from, sum))) return null
  // Some file systems have no hard links.
  await link(from, to).catch(() => copyFile(from, to))
  return sum
}

/** Copies a file and returns its checksum; null if the store has no such file. */
async function copy(
  store: MediaDeps['mediaStore'],
  name: MediaName,
  part: string,
): Promise<string | null> {
  const file = await store.open(name)
  if (!file) return null
  const hash = createHash('sha256')
  let bytes = 0
  const counting = new PassThrough().on('data', (chunk: Buffer) => {
    bytes += chunk.length
    hash.update(chunk)
  })
  const path = mediaPath(name)
  const options = { flags: 'wx', mode: PRIVATE_FILE, flush: true }
  const writing = createWriteStream(join(part, path), options)
  await pipeline(file.read({ start: 0, end: file.bytes - 1 }), counting, writing)
  if (bytes !== file.bytes) throw new Error(`${path} did not arrive whole.`)
  return hash.digest('hex')
}

async function countLiving(db: Kysely<Tables>, ids: ReadonlySet<string>): Promise<number> {
  let living = 0
  for (const id of ids) if (await isStillNamed(db, id)) living += 1
  return living
}
