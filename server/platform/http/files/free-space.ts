// Files of people must not fill a disk: the database, its log and the folder of media need room there.

import { statfs } from 'node:fs/promises'
import { ServerError } from '#server/platform/http/server-error.ts'

const SPARE_BYTES = 500_000_000 // for the database, its log and the stored photos

/** Whether the disk of an existing folder keeps its spare room after so many more bytes. */
export async function hasSpace(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= bytes + SPARE_BYTES
}

/** @throws ServerError 507 */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  if (await hasSpace(folder, bytes)) return
  const sentence = "The server's disk has no room for this file. Nothing was lost; try again later."
  throw new ServerError(507, 'no-space', sentence)
}
