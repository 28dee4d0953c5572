import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// The last part of the way to the server, where the bytes of each upload are counted as they arrive. It passes them
// on at once, so that a request whose connection is cut arrives in part.

/** One PATCH request of an upload. */
export interface UploadRequest {
  /** The byte at which it began, as it said. */
  offset: number
  /** The bytes of its body that arrived. */
  bytes: number
}

export interface CountedUpload {
  /** The bytes of the file, as its creation said. */
  size: number
  requests: UploadRequest[]
}

export interface CountedWay {
  port: number
  /** In the order in which they were created. */
  uploads: readonly CountedUpload[]
  close(): Promise<void>
}

const CREATED = 201
const MOST_OF_PHOTO = 2_000_000
const UPLOADS = '/api/account/uploads'

export async function startCountedWay(targetPort: number): Promise<CountedWay> {
  const uploads: CountedUpload[] = []
  const byPath = new Map<string, CountedUpload>()
  const agent = new Agent({ keepAlive: true })

  function note({ method, url, headers }: IncomingMessage, { headers: answer }: IncomingMessage) {
    if (method !== 'POST' || url !== UPLOADS || answer.location === undefined) return
    const upload = { size: Number(headers['upload-length']), requests: [] }
    uploads.push(upload)
    byPath.set(answer.location, upload)
  }

  function count(incoming: IncomingMessage): void {
    const upload = incoming.method === 'PATCH' && byPath.get(incoming.url ?? '')
    if (!upload) return
    const counted = { offset: Number(incoming.headers['upload-offset']), bytes: 0 }
    upload.requests.push(counted)
    incoming.on('data', (chunk: Buffer) => {
      counted.bytes += chunk.length
    })
  }

  function pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const { method, url, headers } = incoming
    const onward = request({
      host: '127.0.0.1',
      port: targetPort,
      method,
      path: url,
      headers,
      agent,
    })
    count(incoming)
    incoming.pipe(onward)
    onward.on('response', (came) => {
      if (came.statusCode === CREATED) note(incoming, came)
      answer.writeHead(came.statusCode ?? CREATED, came.headers)
      came.pipe(answer)
    })
    // A cut on one side is a cut on the other.
    onward.on('error', () => incoming.socket.destroy())
    answer.on('close', () => onward.destroy())
  }

  const server = createServer(pass)
  server.keepAliveTimeout = 0 // only a cut ends a connection
  server.requestTimeout = 0 // 5 MB take a minute
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    port,
    uploads,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      agent.destroy()
    },
  }
}

/** Photos that the app sends have less than 1 MB, and ten seconds of its video 3 MB. */
export function isVideo({ size }: CountedUpload): boolean {
  return size > MOST_OF_PHOTO
}

export function sumSizes(uploads: readonly CountedUpload[]): number {
  return uploads.reduce((bytes, { size }) => bytes + size, 0)
}

/** How much of the file has arrived. */
export function countArrived({ requests }: CountedUpload): number {
  return Math.max(0, ...requests.map(({ offset, bytes }) => offset + bytes))
}

/** The bytes that arrived more than once, of a file that is complete. */
export function countRepeated({ size, requests }: CountedUpload): number {
  return requests.reduce((sum, { bytes }) => sum + bytes, 0) - size
}
