// Erases metadata of a video, such as the place of recording, which phones store. Boxes of metadata in the
// MP4 file become free space of the same size ('free', ISO/IEC 14496-12, 8.1.2), so no other box moves and
// the frames stay unchanged.

import { type FileHandle, open } from 'node:fs/promises'
import { DAMAGED_VIDEO } from '#src/domain/media/video-rules.ts'
import { MediaRefusal } from './media-refusal.ts'

const HEAD_BYTES = 8 // length and type
const LARGE_BYTES = 16 // with a length of 64 bits
const MAX_BOXES = 1_000 // a phone's video has about 60 at the levels that are read: the file and PARENTS
/** Metadata of any kind: user data, ID3 or iTunes tags, and XMP in a vendor's box. */
const METADATA_BOXES: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid'])
const PARENTS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia'])

interface Box {
  type: string
  start: number
  headBytes: number
  end: number
}

/**
 * Erases the metadata of an MP4 file. Returns the number of all its tracks, including tracks of GPS
 * data, which video libraries do not list. @throws MediaRefusal for boxes with invalid sizes
 */
export async function eraseVideoMetadata(path: string): Promise<{ tracks: number }> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const boxes = await listBoxes(file, { from: 0, to: size })
    for (const box of boxes) if (METADATA_BOXES.has(box.type)) await empty(file, box)
    return { tracks: boxes.filter(({ type }) => type === 'trak').length }
  } finally {
    await file.close()
  }
}

async function listBoxes(file: FileHandle, range: { from: number; to: number }): Promise<Box[]> {
  const boxes: Box[] = []
  const open = [range]
  for (let next = open.pop(); next; next = open.pop())
    for (let from = next.from; from < next.to; ) {
      const box = await readBox(file, from, next.to)
      boxes.push(box)
      if (boxes.length > MAX_BOXES) throw damaged()
      if (PARENTS.has(box.type)) open.push({ from: box.start + box.headBytes, to: box.end })
      from = box.end
    }
  return boxes
}

async function readBox(file: FileHandle, start: number, to: number): Promise<Box> {
  const head = Buffer.alloc(LARGE_BYTES)
  const { bytesRead } = await file.read(head, 0, LARGE_BYTES, start)
  if (bytesRead < HEAD_BYTES) throw damaged()
  const short = head.readUInt32BE(0)
  const isLarge = short === 1
  const headBytes = isLarge ? LARGE_BYTES : HEAD_BYTES
  // Length 0 means that the box extends to the end of the file.
  const length = isLarge ? Number(head.readBigUInt64BE(HEAD_BYTES)) : short || to - start
  const end = start + length
  if (length < headBytes || end > to) throw damaged()
  return { type: head.toString('latin1', 4, HEAD_BYTES), start, headBytes, end }
}

async function empty(file: FileHandle, { start, headBytes, end }: Box): Promise<void> {
  await file.write('free', start + 4, 'latin1')
  const zeros = Buffer.alloc(Math.min(end - start - headBytes, 65_536))
  for (let at = start + headBytes; at < end; at += zeros.length)
    await file.write(zeros, 0, Math.min(zeros.length, end - at), at)
}

function damaged(): MediaRefusal {
  return new MediaRefusal(DAMAGED_VIDEO)
}
