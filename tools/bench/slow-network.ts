import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDemoRandom } from '#server/demo/demo-random.ts'
import { ask, sendWhole } from '#tests/support/network/passed-answer.ts'

// A proxy that simulates a slow network. Every round trip is delayed, and a new connection costs one more round trip. The
// proxy cuts the connection of some API calls, before the server receives them or after the server has processed them.

export interface NetworkConditions {
  roundTripMs: number
  /** The share of API calls that are cut: half before the server receives them, half after it has processed them. */
  lossShare: number
  seed: string
}

export type CallFate = 'answered' | 'cut-before' | 'cut-after'

/** One API call that was answered or cut; times are from performance.now(). */
export interface NetworkCall {
  method: string
  fate: CallFate
  startedAt: number
  endedAt: number
}

export type SlowNetwork = Awaited<ReturnType<typeof startSlowNetwork>>

export async function startSlowNetwork(
  target: string,
  { roundTripMs, lossShare, seed }: NetworkConditions,
) {
  const targetPort = Number(new URL(target).port)
  const random = makeDemoRandom(seed)
  const known = new WeakSet<Socket>()
  const calls: NetworkCall[] = []
  let isCut = false

  function chooseFate(): CallFate {
    if (isCut) return 'cut-before'
    if (!random.chance(lossShare)) return 'answered'
    return random.chance(0.5) ? 'cut-before' : 'cut-after'
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const startedAt = performance.now()
    const { socket, method = 'GET', url = '/' } = incoming
    const isApi = url.startsWith('/api/')
    const fate = isApi ? chooseFate() : 'answered'
    const [body] = await Promise.all([buffer(incoming), travel(socket)])
    const answer = fate === 'cut-before' ? null : await ask(targetPort, incoming, body)
    await sleep(roundTripMs / 2)
    if (answer && fate === 'answered') sendWhole(outgoing, answer)
    else socket.destroy()
    if (isApi) calls.push({ method, fate, startedAt, endedAt: performance.now() })
  }

  /** Delays a request on its way to the server. The first request of a connection also waits for the handshake. */
  async function travel(socket: Socket): Promise<void> {
    const handshakeMs = known.has(socket) ? 0 : roundTripMs
    known.add(socket)
    await sleep(handshakeMs + roundTripMs / 2)
  }

  const server = createServer((incoming, outgoing) => {
    // If the browser or the server has closed the connection, no answer is possible.
    pass(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  server.keepAliveTimeout = 0 // only the simulated conditions may end a connection
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a listening TCP server has a port

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    /** While true, all API calls are cut before the server receives them. */
    setCut(next: boolean) {
      isCut = next
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
