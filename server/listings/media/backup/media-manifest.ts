// The list of the files in a backup's media folder, in a format that `sha256sum -c` can check: each
// line has the SHA-256 of a file, two spaces and its path. Lines are added as files are copied.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isAbsent } from '#server/platform/http/files/file-answer.ts'

const NAME = 'SHA256SUMS'
const LINE = /^([0-9a-f]{64}) {2}(\S+)$/

export function manifestIn(folder: string): string {
  return join(folder, NAME)
}

export function manifestLine(path: string, sum: string): string {
  return `${sum}  ${path}\n`
}

/** The checksum of each path; null without a manifest. */
export async function readManifest(folder: string): Promise<Map<string, string> | null> {
  try {
    const lines = (await readFile(manifestIn(folder), 'utf8')).split('\n')
    return new Map(
      lines.flatMap((line) => {
        const [, sum = '', path = ''] = LINE.exec(line) ?? []
        return path === '' ? [] : [[path, sum]]
      }),
    )
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** Whether the path is a regular file with this checksum. */
export async function hasSum(path: string, sum: string): Promise<boolean> {
  try {
    if (!(await lstat(path)).isFile()) return false
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex') === sum
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
}
