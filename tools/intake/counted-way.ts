import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// An HTTP proxy directly in front of the server. It counts the bytes of each upload and forwards them as they arrive.
// So the server receives part of a request even if its connection is cut.

interface UploadRequest {
  /** The request's `Upload-Offset`: the byte of the file at which it begins. */
  offset: number
  /** How many bytes of the request's body have arrived. */
  bytes: number
}

export interface CountedUpload {
  /** The size of the file in bytes: `Upload-Length` of the POST that created the upload. */
  size: number
  requests: UploadRequest[]
}

const CREATED = 201
const MOST_OF_PHOTO = 2_000_000
const UPLOADS = '/api/account/uploads'

export async function startCountedWay(targetPort: number) {
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
    const target = { host: '127.0.0.1', port: targetPort }
    const onward = request({ ...target, method, path: url, headers, agent })
    count(incoming)
    incoming.pipe(onward)
    onward.on('response', (came) => {
      if (came.statusCode === CREATED) note(incoming, came)
      answer.writeHead(came.statusCode ?? CREATED, came.headers)
      came.pipe(answer)
    })
    // If a connection is cut on one side of the proxy, the proxy cuts it on the other side too.
    onward.on('error', () => incoming.socket.destroy())
    answer.on('close', () => onward.destroy())
  }

  const server = createServer(pass)
  server.keepAliveTimeout = 0 // the proxy never closes an idle connection
  server.requestTimeout = 0 // no limit, because a request of 5 MB takes a minute on the slow network
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a listening TCP server has a port
  return {
    port,
    /** In order of creation. */
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

/** Decides by size: the app compresses a photo to less than 1 MB, and ten seconds of video to 3 MB. */
export function isVideo({ size }: CountedUpload): boolean {
  return size > MOST_OF_PHOTO
}

export function sumSizes(uploads: readonly CountedUpload[]): number {
  return uploads.reduce((bytes, { size }) => bytes + size, 0)
}

/** How many bytes of the file have arrived. */
export function countArrived({ requests }: CountedUpload): number {
  return Math.max(0, ...requests.map(({ offset, bytes }) => offset + bytes))
}

/** How many bytes arrived more than once. The file must be completely uploaded. */
export function countRepeated({ size, requests }: CountedUpload): number {
  return requests.reduce((sum, { bytes }) => sum + bytes, 0) - size
}
