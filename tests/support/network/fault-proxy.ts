import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { type LoopbackProxy, listenOnLoopback } from './loopback-proxy.ts'
import { ask, BUSY, PORTAL, REDIRECT, sendHalf, sendInHalves, sendWhole } from './passed-answer.ts'

// An HTTP proxy on loopback that injects a fault per request. Chromium itself repeats a request
// whose reused connection is cut before a response, so one click may add several requests to `changes`.

export type Fault =
  | 'none'
  /** The server never receives the request. */
  | 'cut-request'
  /** The server processes the request, but no response comes back. */
  | 'cut-answer'
  /** Half of the response comes back. */
  | 'truncate'
  /** A captive portal responds. */
  | 'portal'
  | 'redirect'
  /** 503 with Retry-After. */
  | 'busy'
  /** The server receives the request twice concurrently. */
  | 'twice'
  /** The server processes the request, and the response, or only its second half, waits for `release`. */
  | 'hold'
  | 'hold-half'

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

type Decide = ((request: Omit<SeenRequest, 'fault'>) => Fate) | null

export interface FaultProxy extends LoopbackProxy {
  /** Sets the function that chooses the fault of each later request; null forwards all without a fault. */
  setFate(decide: Decide): void
  /** All requests except GET, in order. */
  readonly changes: readonly SeenRequest[]
  heldCount(): number
  /** Sends every held response. Later responses with a hold fault are held again. */
  release(): void
}

export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const changes: SeenRequest[] = []
  const held: (() => void)[] = []
  let decide: Decide = null

  async function handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
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
    if (delayMs > 0) await wait(delayMs)
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

  const proxy = await listenOnLoopback(() =>
    createServer((incoming, answer) => {
      // Connections aborted by the client or by a fault are expected here.
      handle(incoming, answer).catch(() => incoming.socket.destroy())
    }),
  )

  function release(): void {
    for (const letGo of held.splice(0)) letGo()
  }

  return {
    ...proxy,
    changes,
    setFate(next) {
      decide = next
    },
    heldCount: () => held.length,
    release,
    close() {
      release()
      return proxy.close()
    },
  }
}
