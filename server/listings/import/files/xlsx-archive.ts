import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { MAX_UNPACKED_BYTES } from './sheet-limits.ts'
import { SheetRefusal } from './sheet-row.ts'

const MAX_PARTS = 10_000 // a workbook with a thousand sheets has about three parts for each

export interface XlsxArchive {
  has(name: string): boolean
  /** The unpacked bytes that the archive states; a part with more is refused as damaged. */
  size(name: string): number
  /** Unpacks a part. @throws SheetRefusal for a damaged or missing part, and beyond the bytes of all parts together */
  read(name: string): AsyncGenerator<Buffer, void, void>
}

/**
 * Opens an archive by its central directory, as spreadsheet programs do. Nothing is unpacked that is not read. The
 * unpacked bytes are counted, because the sizes that the archive states may be false. @throws SheetRefusal
 */
export async function openArchive(bytes: Buffer, most = MAX_UNPACKED_BYTES): Promise<XlsxArchive> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false }).catch(refuse)
  const parts = await listParts(zip)
  let unpacked = 0
  return {
    has: (name) => parts.has(name.toLowerCase()),
    size: (name) => parts.get(name.toLowerCase())?.uncompressedSize ?? 0,
    async *read(name) {
      const entry = parts.get(name.toLowerCase())
      if (!entry) throw damaged()
      try {
        for await (const chunk of await zip.openReadStreamPromise(entry)) {
          // The cast is safe: the stream has no encoding.
          const data = chunk as Buffer
          unpacked += data.length
          if (unpacked > most)
            throw new SheetRefusal(`The file has more than ${most / 1_000_000} MB unpacked.`)
          yield data
        }
      } catch (error) {
        throw error instanceof SheetRefusal ? error : damaged()
      }
    },
  }
}

/** The parts by their names in lower case, because names differ by more than their case (ECMA-376, part 2). */
async function listParts(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      parts.set(entry.fileName.toLowerCase(), entry)
      if (parts.size > MAX_PARTS) throw damaged()
    }
  } catch {
    throw damaged()
  }
  return parts
}

export function damaged(): SheetRefusal {
  return new SheetRefusal('The file is damaged. Save it again as XLSX or CSV.')
}

function refuse(): never {
  throw damaged()
}
