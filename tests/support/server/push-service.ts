import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { connect } from 'node:tls'
import type { OutboundTarget } from '#server/platform/outbound/outbound-connection.ts'
import { createOutboundClient } from '#server/platform/outbound/outbound-service.ts'
import { makeSelfSigned } from './self-signed.ts'

/** The public IP address to which these tests resolve every host name. No test connects to it. */
export const PUBLIC_ADDRESS = '93.184.216.34'

interface Pushed {
  path: string
  headers: Record<string, string>
  body: Buffer
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

/** A push service on loopback, over TLS. It stores requests, and a test sets its answers. */
export async function startPushService() {
  const { key, cert } = makeSelfSigned()
  const pushed: Pushed[] = []
  const targets: OutboundTarget[] = []
  let status = 201
  let headers: Record<string, string> = {}
  const server = createServer({ key, cert }, (request, response) => {
    void buffer(request).then((body) => {
      // Node gives every header as one string, except `set-cookie`, which no push request has.
      const sent = request.headers as Record<string, string>
      pushed.push({ path: request.url ?? '', headers: sent, body })
      response.writeHead(status, headers).end('a long explanation')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening server has a port
  return {
    pushed: pushed as readonly Pushed[],
    /** The targets to which the outbound client has connected. */
    targets: targets as readonly OutboundTarget[],
    answerWith(next: number, more: Record<string, string> = {}) {
      status = next
      headers = more
    },
    /** Resolves every host name to `PUBLIC_ADDRESS`, but connects to this service. */
    outbound: createOutboundClient({
      resolve: async () => [PUBLIC_ADDRESS],
      connect: (target) =>
        new Promise((resolve, reject) => {
          targets.push(target)
          const socket = connect({ host: '127.0.0.1', port, ca: cert, servername: 'localhost' })
          socket.once('secureConnect', () => resolve(socket))
          socket.once('error', reject)
        }),
    }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A push subscription of a browser. `decrypt` uses the browser's private key. */
export function makeSubscription(path = 'one') {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  return {
    body: {
      endpoint: `https://push.example.com/${path}`,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    /** Decrypts a push message (RFC 8291, section 3.4, and RFC 8188, section 2). */
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const idLength = body.readUInt8(20)
      const sender = body.subarray(21, 21 + idLength)
      const sealed = body.subarray(21 + idLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
      const secret = derive(keys.computeSecret(sender), auth, info, 32)
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      // A delimiter ends the only record; web-push adds no padding.
      return text.subarray(0, text.lastIndexOf(2)).toString()
    },
  }
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}
