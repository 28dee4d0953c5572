import { strToU8, Zip, ZipDeflate } from 'fflate'

export interface ZippedFile {
  name: string
  /** The text in parts, which are read one after the other. */
  parts: AsyncIterable<string> | Iterable<string>
}

interface ZipOptions {
  now: Date
  /** From 1, the fastest, to 9, the smallest. */
  level?: 1 | 6
}

/** The bytes of a ZIP archive. Holds one part of one file in memory at a time. */
export async function* zip(
  files: Iterable<ZippedFile>,
  { now, level = 6 }: ZipOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const written: Uint8Array<ArrayBuffer>[] = []
  const archive = new Zip((error, bytes) => {
    if (error) throw error
    // The cast is safe: fflate allocates its own memory, which is never shared.
    written.push(bytes as Uint8Array<ArrayBuffer>)
  })
  for (const { name, parts } of files) {
    const file = new ZipDeflate(name, { level })
    file.mtime = now
    archive.add(file)
    for await (const part of parts) {
      file.push(strToU8(part))
      yield* written.splice(0)
    }
    file.push(new Uint8Array(0), true)
    yield* written.splice(0)
  }
  archive.end()
  yield* written.splice(0)
}
