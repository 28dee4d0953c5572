import { StreamTarget, type StreamTargetChunk } from 'mediabunny'

// Collects what a muxer writes as blobs, which browsers keep outside the memory of the page: a video of 300 MB does not
// fit into the memory of a phone. The muxer returns to the start of the file at its end, to write the index there.

const CHUNK_BYTES = 4_000_000

interface Part {
  start: number
  content: Blob
}

export function createBlobTarget(type: string) {
  let parts: Part[] = []

  function write({ position, data }: Pick<StreamTargetChunk, 'position' | 'data'>): void {
    const end = position + data.length
    const kept = parts.flatMap(({ start, content }): Part[] => {
      const before = content.slice(0, Math.max(0, position - start))
      const skipped = Math.max(0, end - start)
      const after = content.slice(skipped)
      return [
        { start, content: before },
        { start: start + skipped, content: after },
      ].filter(({ content: part }) => part.size > 0)
    })
    parts = [...kept, { start: position, content: new Blob([data]) }]
  }

  const writable = new WritableStream<StreamTargetChunk>({ write })
  return {
    target: new StreamTarget(writable, { chunked: true, chunkSize: CHUNK_BYTES }),
    /** The whole file. Bytes that were never written are zeros. */
    toBlob(): Blob {
      const pieces: BlobPart[] = []
      let at = 0
      for (const { start, content } of parts.sort((a, b) => a.start - b.start)) {
        if (start > at) pieces.push(new Uint8Array(start - at))
        pieces.push(content)
        at = start + content.size
      }
      return new Blob(pieces, { type })
    },
  }
}
