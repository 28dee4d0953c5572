import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Streams generated text; a chunk is generated once the reader has taken the one before it. Other requests are served
 * between two chunks. Resolves when the first chunk is generated, so that an error up to there still gets its own status.
 */
export async function streamText(
  chunks: AsyncGenerator<string, void, void>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const first = await chunks.next()
  return new ReadableStream({
    start(controller) {
      if (!first.done) controller.enqueue(encoder.encode(first.value))
    },
    async pull(controller) {
      // Queries of the embedded database settle in microtasks: without this, no other request would get its turn.
      await nextTurn()
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await chunks.return()
    },
  })
}
