import type { Socket } from 'node:net'
import { type LoopbackProxy, startLoopbackProxy } from '#tests/support/network/loopback-proxy.ts'

// A proxy that simulates slow 4G. The page and its service worker share one line, as on a real device. The debugger's
// emulation would slow down the page only and give the worker a separate line.

export interface SlowLine extends LoopbackProxy {
  /** Bytes transferred so far, in both directions. */
  movedBytes(): number
  /** Resolves once nothing has been transferred for this long. */
  quiet(ms: number): Promise<void>
}

const ROUND_TRIP_MS = 150
const DOWN_BYTES_PER_MS = 1_600_000 / 8_000 // 1.6 Mbit/s
export const UP_BITS_PER_S = 750_000
const UP_BYTES_PER_MS = UP_BITS_PER_S / 8_000
const PACKET_BYTES = 1_460 // like a TCP segment; concurrent answers share the line packet by packet
const LOOK_MS = 50
const TICK_MS = 2
const LATE_MS = 20 // if a timer fires late, the line makes up for at most this much lost time
const WAITING_BYTES = 65_536 // the most that a connection queues; enough that the line is never idle meanwhile

export async function startSlowLine(targetPort: number): Promise<SlowLine> {
  const up = makeLane(UP_BYTES_PER_MS)
  const down = makeLane(DOWN_BYTES_PER_MS)
  const proxy = await startLoopbackProxy(targetPort, (client, upstream) => {
    up.join(client, upstream)
    down.join(upstream, client)
    upstream.on('error', () => client.destroy())
  })
  const movedBytes = () => up.movedBytes() + down.movedBytes()
  return {
    ...proxy,
    movedBytes,
    async quiet(ms) {
      let moved = movedBytes()
      let since = performance.now()
      while (performance.now() - since < ms) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
        if (movedBytes() === moved) continue
        moved = movedBytes()
        since = performance.now()
      }
    },
  }
}

interface Packet {
  /** Null marks the end of the stream. */
  bytes: Buffer | null
  to: Socket
}

/** One direction of the line. Takes a packet of each connection in turn, and delivers it half a round trip later. */
function makeLane(bytesPerMs: number) {
  const queues = new Map<Socket, Packet[]>()
  const travelling: { packet: Packet; arrivesAt: number }[] = []
  let freeAt = 0
  let moved = 0
  let isRunning = false

  function put(from: Socket, packet: Packet): void {
    const packets = queues.get(from)
    if (packets) packets.push(packet)
    else queues.set(from, [packet])
    if (countWaiting(from) >= WAITING_BYTES) from.pause()
    if (!isRunning) setTimeout(run, 0)
    isRunning = true
  }

  function countWaiting(from: Socket): number {
    return (queues.get(from)?.length ?? 0) * PACKET_BYTES
  }

  function take(): Packet | null {
    const [next] = queues
    if (!next) return null
    const [from, packets] = next
    const packet = packets.shift() ?? null
    queues.delete(from)
    if (packets.length > 0) queues.set(from, packets) // moves to the end of the queue
    if (from.isPaused() && countWaiting(from) < WAITING_BYTES) from.resume()
    return packet
  }

  function run(): void {
    const now = performance.now()
    freeAt = Math.max(freeAt, now - LATE_MS) // unused bandwidth is lost
    while (freeAt <= now) {
      const packet = take()
      if (!packet) break
      const size = packet.bytes?.length ?? 0
      freeAt += size / bytesPerMs
      moved += size
      travelling.push({ packet, arrivesAt: freeAt + ROUND_TRIP_MS / 2 })
    }
    while (travelling[0] && travelling[0].arrivesAt <= now) {
      const arrived = travelling.shift()
      if (arrived) deliver(arrived.packet)
    }
    isRunning = queues.size > 0 || travelling.length > 0
    if (isRunning) setTimeout(run, TICK_MS)
  }

  return {
    movedBytes: () => moved,
    join(from: Socket, to: Socket): void {
      from.on('data', (chunk: Buffer) => {
        for (let start = 0; start < chunk.length; start += PACKET_BYTES)
          put(from, { bytes: chunk.subarray(start, start + PACKET_BYTES), to })
      })
      from.on('end', () => put(from, { bytes: null, to }))
    },
  }
}

function deliver({ bytes, to }: Packet): void {
  if (!to.writable) return
  if (bytes) to.write(bytes)
  else to.end()
}
