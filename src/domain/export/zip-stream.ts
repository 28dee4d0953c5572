import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export interface ZippedFile {
  name: string
  /** The text in parts, which are read one after the other. */
  parts: AsyncIterable<string> | Iterable<string>
}

/** Compresses bytes into whole blocks of a deflate stream (RFC 1951), of which none is the last, so that more may follow. */
export type DeflateBlocks = (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>

interface ZipOptions {
  now: Date
  /** The compression of the platform; without it, a slower one in JavaScript. */
  deflate?: DeflateBlocks | undefined
}

const DEFLATED = 8 // the method of compression (APPNOTE.TXT of PKWARE, 4.4.5)
const LAST_BLOCK = new Uint8Array([3, 0]) // an empty block, which is marked as the last

/** The bytes of a ZIP archive. Holds one part of one file in memory at a time. */
export async function* zip(
  files: Iterable<ZippedFile>,
  { now, deflate }: ZipOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const written: Uint8Array<ArrayBuffer>[] = []
  const archive = new Zip((error, bytes) => {
    if (error) throw error
    // The cast is safe: fflate allocates its own memory, which is never shared.
    written.push(bytes as Uint8Array<ArrayBuffer>)
  })
  for (const { name, parts } of files) {
    const file = deflate ? new DeflatedFile(name, deflate) : new ScriptedFile(name)
    file.mtime = now
    archive.add(file)
    for await (const part of parts) {
      await file.write(strToU8(part))
      yield* written.splice(0)
    }
    file.end()
    yield* written.splice(0)
  }
  archive.end()
  yield* written.splice(0)
}

class ScriptedFile extends ZipDeflate {
  constructor(name: string) {
    super(name, { level: 1 }) // a phone waits for it: four times as fast as the best, and a fifth larger
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.push(bytes)
  }

  end(): void {
    this.push(new Uint8Array(0), true)
  }
}

/** Leaves size and checksum to fflate, and the compression to the platform. */
class DeflatedFile extends ZipPassThrough {
  override compression = DEFLATED
  readonly #deflate: DeflateBlocks

  constructor(name: string, deflate: DeflateBlocks) {
    super(name)
    this.#deflate = deflate
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.push(bytes)
    this.ondata?.(null, await this.#deflate(bytes), false)
  }

  end(): void {
    this.push(new Uint8Array(0), true)
    this.ondata?.(null, LAST_BLOCK, true)
  }

  /** Called by `push` after it has counted the bytes. */
  protected override process(): void {
    // They are written when they are compressed.
  }
}
