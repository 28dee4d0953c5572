import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { MediaS3Settings } from '#server/platform/config/media-store-settings.ts'

const BUCKET = 'marketplace-media'
const KEY = 'S3RVER' // the only key that the server knows; its secret is the same

export interface S3Server {
  settings: MediaS3Settings
  /** Answers 500 to each signed request for which `isFailing` returns true. */
  failFor(isFailing: (request: IncomingMessage) => boolean): void
  stop(): Promise<void>
}

/** An S3 store in a temporary folder. It checks the signature of each request. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  const s3rver = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] })
  await s3rver.configureBuckets()
  const answer = s3rver.callback()
  let isFailing: (request: IncomingMessage) => boolean = () => false
  const server = createServer((request, response) => {
    // Refuses unsigned requests, because s3rver would accept them.
    const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')
    if (isSigned && !isFailing(request)) return answer(request, response)
    request.resume()
    response.writeHead(isSigned ? 500 : 403).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The cast is safe: only a closed server has the address null, and only a server on a pipe has a string.
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      region: 'ap-south-1',
      accessKeyId: KEY,
      secretAccessKey: KEY,
    },
    failFor(predicate) {
      isFailing = predicate
    },
    async stop() {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
