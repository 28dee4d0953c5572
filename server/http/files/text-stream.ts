import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Streams generated text. Each chunk is generated after the reader has taken the previous one.
 * Other requests are served between any two chunks of all streams. Resolves after the first chunk,
 * so that an error up to there still gets its own status. A chunk is the concatenation of its
 * strings.
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
 * Queries of the embedded database settle in microtasks: without a turn of the event loop, no other
 * request would be served. All streams of the process queue for these turns; otherwise a turn would
 * grow with the number of readers.
 */
function takeTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn())
  return lastTurn
}

/**
 * Encodes each string separately: joining them into one of 500 kB first takes ten times as long.
 */
function encode(texts: readonly string[]): Uint8Array {
  return Buffer.concat(texts.map((text) => Buffer.from(text)))
}
