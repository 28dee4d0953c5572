import type { FileHandle } from 'node:fs/promises'

const WINDOW_BYTES = 262_144 // many small pieces of a file in one read

export interface FileWindow {
  /** Up to `most` bytes from `at`, fewer only at the end of the file; valid until the next call. */
  read(at: number, most: number): Promise<Buffer>
}

/** Reads small pieces of a file, mostly from its start to its end. */
export function openWindow(file: FileHandle): FileWindow {
  let bytes = Buffer.alloc(0)
  let start = 0
  return {
    async read(at, most) {
      const isThere = at >= start && at + most <= start + bytes.length
      if (!isThere) {
        const length = Math.max(most, WINDOW_BYTES)
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
        bytes = buffer.subarray(0, bytesRead)
        start = at
      }
      return bytes.subarray(at - start, at - start + most)
    },
  }
}
