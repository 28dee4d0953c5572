import type { Place } from './database/page-query.ts'

// A whole list as JSON text, read in pieces: one open statement would block every other query of the embedded database, and
// hold one of PostgreSQL's few connections for as long as the slowest phone reads. A piece is read when the reader has
// taken the one before it.

export const CHUNK = 200 // rows held at once while a whole list goes out

/** What stands in the place of `rows` of the body, and how they are read on. */
export interface WholeList {
  /** The body's JSON up to the bracket of its list. */
  head: string
  /** At most CHUNK rows after a place, as the wire has them; the next place is null after the last. */
  readChunk(after: Place | null): Promise<{ rows: readonly object[]; next: Place | null }>
}

/** Resolves with the first piece read: what is wrong from the beginning can still be said with a status of its own. */
export async function streamList(list: WholeList): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const pieces = listPieces(list)
  const first = await pieces.next()
  return new ReadableStream({
    start(controller) {
      if (!first.done) controller.enqueue(encoder.encode(first.value))
    },
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return()
    },
  })
}

/** The place after a chunk; null when it was the last one. */
export function nextPlace(places: readonly Place[]): Place | null {
  return places.length < CHUNK ? null : (places.at(-1) ?? null)
}

async function* listPieces({ head, readChunk }: WholeList): AsyncGenerator<string, void, void> {
  let piece = `${head}[`
  let after: Place | null = null
  for (;;) {
    const { rows, next } = await readChunk(after)
    if (rows.length > 0 && after) piece += ','
    piece += rows.map((row) => JSON.stringify(row)).join(',')
    if (!next) break
    yield piece
    piece = ''
    after = next
  }
  yield `${piece}]}`
}
