import { Unzip, UnzipInflate } from 'fflate'
import { MAX_UNPACKED_BYTES } from './sheet-limits.ts'
import { SheetRefusal } from './sheet-row.ts'

const STEP_BYTES = 65_536 // read between two checks of the size; Deflate expands this to at most 68 MB (1,032 times)

/**
 * Unpacks an archive only to measure it, because the sizes that the archive states may be false.
 * Returns the names of its files. @throws SheetRefusal beyond `most` bytes, or for a damaged archive
 */
export function requireUnpackedSize(bytes: Uint8Array, most = MAX_UNPACKED_BYTES): string[] {
  const names: string[] = []
  let unpacked = 0
  let failure: Error | null = null
  const unzip = new Unzip((file) => {
    names.push(file.name)
    file.ondata = (error, data) => {
      if (error) failure = error
      else unpacked += data.byteLength
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let start = 0; start < bytes.length; start += STEP_BYTES) {
    const end = Math.min(start + STEP_BYTES, bytes.length)
    tryTo(() => unzip.push(bytes.subarray(start, end), end === bytes.length))
    if (failure) throw damaged()
    if (unpacked > most)
      throw new SheetRefusal(`The file has more than ${most / 1_000_000} MB unpacked.`)
  }
  if (names.length === 0) throw damaged()
  return names
}

/** The library throws on unknown kinds of compression, and on data that ends early. */
function tryTo(unpack: () => void): void {
  try {
    unpack()
  } catch {
    throw damaged()
  }
}

function damaged(): SheetRefusal {
  return new SheetRefusal('The file is damaged. Save it again as XLSX or CSV.')
}
