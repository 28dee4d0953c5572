import { strToU8, Zip, ZipDeflate } from 'fflate'

export interface ZippedFile {
  name: string
  /** The text in parts, which are read one after the other. */
  parts: AsyncIterable<string> | Iterable<string>
}

/** The bytes of a ZIP archive. Holds one part of one file in memory at a time. */
export async function* zip(
  files: Iterable<ZippedFile>,
  now: Date,
): AsyncGenerator<Uint8Array, void, void> {
  const written: Uint8Array[] = []
  const archive = new Zip((error, bytes) => {
    if (error) throw error
    written.push(bytes)
  })
  for (const { name, parts } of files) {
    const file = new ZipDeflate(name)
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
