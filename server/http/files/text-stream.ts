import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Streams generated text; a chunk is generated once the reader has taken the one before it. Other requests are served
 * between any two chunks, of all readers together. Resolves when the first chunk is generated, so that an error up to there
 * still gets its own status. A chunk is the text of its strings, one after the other.
 */
export async function streamText(
  chunks: AsyncGenerator<readonly string[], void, void>,
): Promise<ReadableStream<Uint8Array>> {
  const first = await chunks.next()
  return new ReadableStream({
    start(controller) {
      if (!first.done) controller.enqueue(encode(first.value))
    },
    async pull(controller) {
      await takeTurn()
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(encode(value))
    },
    async cancel() {
      await chunks.return()
    },
  })
}

let lastTurn = Promise.resolve()

/**
 * Queries of the embedded database settle in microtasks: without a turn of the event loop, no other request would be
 * served. All streams of the process share its turns, or one turn would be as long as there are readers.
 */
function takeTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn())
  return lastTurn
}

/** String by string: joined into one of 500 kB first, the same text takes ten times as long. */
function encode(texts: readonly string[]): Uint8Array {
  return Buffer.concat(texts.map((text) => Buffer.from(text)))
}
