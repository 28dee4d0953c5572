import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LoopbackProxy } from './loopback-proxy.ts'
import {
  ask,
  BUSY,
  PORTAL,
  REDIRECT,
  readAll,
  sendHalf,
  sendInHalves,
  sendWhole,
} from './passed-answer.ts'

// An HTTP proxy on loopback that injects a fault per request. Chromium itself repeats a request
// whose reused connection is cut before a response, so one click may add several requests to `changes`.

/**
 * cut-request: the server never receives the request. cut-answer: the server processes it, but no
 * response comes back. truncate: half of the response comes back. portal, redirect: a captive portal
 * responds. busy: 503 with Retry-After. twice: the server receives the request twice concurrently.
 * hold: the server processes the request, and the response waits for `release`. hold-half: only the
 * second half of the response waits.
 */
export const FAULTS = [
  'none',
  'cut-request',
  'cut-answer',
  'truncate',
  'portal',
  'redirect',
  'busy',
  'twice',
  'hold',
  'hold-half',
] as const
export type Fault = (typeof FAULTS)[number]

/** The fault to inject into one request, after `delayMs`. */
export interface Fate {
  fault: Fault
  delayMs?: number
}

export interface SeenRequest {
  /** Arrival in epoch milliseconds. */
  at: number
  method: string
  path: string
  key: string | null
  /** The byte at which an upload continues. */
  uploadOffset: string | null
  body: string
  fault: Fault
}

export interface FaultProxy extends LoopbackProxy {
  /** Sets the function that chooses the fault of each later request; null forwards all without a fault. */
  setFate(decide: ((request: Omit<SeenRequest, 'fault'>) => Fate) | null): void
  /** All requests except GET, in order. */
  readonly changes: readonly SeenRequest[]
  heldCount(): number
  /** Sends every held response. Later responses with a hold fault are held again. */
  release(): void
}

export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const changes: SeenRequest[] = []
  const held: (() => void)[] = []
  let decide: ((request: Omit<SeenRequest, 'fault'>) => Fate) | null = null
  let server: Server | null = await listen(0)
  const { port } = server.address() as AddressInfo // a listening TCP server has a port

  async function listen(onPort: number): Promise<Server> {
    const next = createServer((incoming, answer) => {
      // Connections aborted by the client or by a fault are expected here.
      handle(incoming, answer).catch(() => incoming.socket.destroy())
    })
    next.listen(onPort, '127.0.0.1')
    await once(next, 'listening')
    return next
  }

  async function handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await readAll(incoming)
    const { method = 'GET', url: path = '/' } = incoming
    const { 'idempotency-key': key, 'upload-offset': uploadOffset } = incoming.headers
    const request = {
      at: Date.now(),
      method,
      path,
      key: typeof key === 'string' ? key : null,
      uploadOffset: typeof uploadOffset === 'string' ? uploadOffset : null,
      body: body.toString(),
    }
    const { fault, delayMs = 0 } = decide?.(request) ?? { fault: 'none' }
    if (method !== 'GET') changes.push({ ...request, fault })
    if (delayMs > 0) await pause(delayMs)
    const forward = () => ask(targetPort, incoming, body)
    if (fault === 'cut-request') return void incoming.socket.destroy()
    if (fault === 'portal') return sendWhole(answer, PORTAL)
    if (fault === 'redirect') return sendWhole(answer, REDIRECT)
    if (fault === 'busy') return sendWhole(answer, BUSY)
    const [came] = await Promise.all(fault === 'twice' ? [forward(), forward()] : [forward()])
    if (fault === 'cut-answer') return void incoming.socket.destroy()
    const isReleased = () => new Promise<void>((resolve) => held.push(resolve))
    if (fault === 'hold') await isReleased()
    if (fault === 'hold-half') return sendInHalves(answer, came, isReleased())
    if (fault === 'truncate') return sendHalf(answer, came)
    sendWhole(answer, came)
  }

  async function cut(): Promise<void> {
    if (!server) return
    const closing = once(server, 'close')
    server.close()
    server.closeAllConnections()
    server = null
    await closing
  }

  function release(): void {
    for (const letGo of held.splice(0)) letGo()
  }

  return {
    url: `http://127.0.0.1:${port}`,
    changes,
    setFate(next) {
      decide = next
    },
    heldCount: () => held.length,
    release,
    cut,
    async heal() {
      server ??= await listen(port)
    },
    async close() {
      release()
      await cut()
    },
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
