import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import type { Disturbance, Hold } from '#tests/faults/model/run-record.ts'
import type { SeededRandom } from './seeded-random.ts'
import { type SimBroadcastChannel, surround } from './sim-globals.ts'
import { SimLocks } from './sim-locks.ts'
import { SimNetwork } from './sim-network.ts'
import type { SimServer } from './sim-server.ts'
import { SimStorage } from './sim-storage.ts'
import type { SimContext, SimWorld } from './sim-world.ts'

// A phone or a desk: what its tabs and its worker share, and what becomes of it. What is in `storage` and `localStorage`
// outlives every tab.

const RESTLESS_MS = 700 // about as long as a call takes

/** A tab or a worker: a context, and how it hears of the others. */
export interface SimClient {
  readonly context: SimContext
  /** Dispatches to whoever in the client listens to its window and its document. */
  readonly window: EventTarget
  readonly document: EventTarget & { visibilityState: DocumentVisibilityState }
}

export class SimDevice {
  readonly storage = new SimStorage()
  readonly locks: SimLocks
  readonly network: SimNetwork
  readonly localStorage: Storage
  readonly clients = new Set<SimClient>()
  /** What may keep it from knowing what it was told. */
  readonly disturbances: Disturbance[] = []
  /** When it worked offline on purpose. */
  readonly holds: Hold[] = []
  /** How often its person has wanted it online again. */
  releases = 0
  /** What the browser believes of the network; it may be wrong for hours. */
  readonly navigator = { onLine: true }
  private clockOffsetMs = 0
  private isClockRestless = false
  /** False on an old WebView. */
  hasLocks = true
  private readonly hearers = new Set<SimBroadcastChannel>()

  constructor(
    readonly world: SimWorld,
    readonly random: SeededRandom,
    server: SimServer,
    readonly label: string,
  ) {
    this.locks = new SimLocks(world)
    this.network = new SimNetwork(world, random, server, label)
    this.localStorage = this.makeLocalStorage()
  }

  /** A context of this device; what runs in it finds the device around it. */
  makeContext(name: string): SimContext {
    const context = this.world.context(`${this.label} ${name}`)
    this.storage.adopt(context)
    surround(context, {
      network: this.network,
      hearers: this.hearers,
      clockOffsetMs: () => this.readOffset(),
    })
    return context
  }

  /** Makes the databases, as the first visit of the app does. */
  async install(): Promise<void> {
    const context = this.makeContext('installation')
    await this.world.complete(context, async () => {
      for (const database of [createOutboxDatabase(), createCacheDatabase()]) {
        await database.open()
        database.close()
      }
    })
    this.end(context)
  }

  /** A restless clock jumps to and fro, as a phone's does between two networks that disagree about the time. */
  setClock(offsetMs: number, isRestless = false): void {
    this.clockOffsetMs = offsetMs
    this.isClockRestless = isRestless
  }

  settleClock(): void {
    this.isClockRestless = false
  }

  private readOffset(): number {
    const isBack = this.isClockRestless && Math.floor(this.world.nowMs / RESTLESS_MS) % 2 === 1
    return isBack ? 0 : this.clockOffsetMs
  }

  disturb(kind: Disturbance['kind']): void {
    this.disturbances.push({ device: this.label, at: this.world.nowMs, kind })
  }

  /** Ends a client as a killed process ends: between two instructions, whatever it had begun. */
  kill(client: SimClient): void {
    this.disturb('killed')
    this.clients.delete(client)
    this.end(client.context)
  }

  private end(context: SimContext): void {
    this.world.kill(context)
    this.storage.release(context)
    this.locks.release(context)
  }

  /** Lets what runs at this moment come to its end, then holds the client's every task back. */
  async freeze(client: SimClient): Promise<void> {
    await this.world.runUntil(this.world.nowMs)
    this.world.freeze(client.context)
  }

  /** localStorage: at once for everybody, told to the other clients by an event. */
  private makeLocalStorage(): Storage {
    const items = new Map<string, string>()
    const tell = () => {
      const { current } = this.world
      for (const { context, window } of this.clients) {
        if (context === current) continue
        this.world.enqueue(context, () => void window.dispatchEvent(new Event('storage')))
      }
    }
    return {
      get length() {
        return items.size
      },
      key: (index) => [...items.keys()][index] ?? null,
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => {
        items.set(key, value)
        tell()
      },
      removeItem: (key) => {
        if (items.delete(key)) tell()
      },
      clear: () => {
        items.clear()
        tell()
      },
    }
  }
}

/** The events that the product listens to, as a client's own. */
export function makeClient(
  context: SimContext,
  visibilityState: DocumentVisibilityState,
): SimClient {
  const document = Object.assign(new EventTarget(), { visibilityState })
  return { context, window: new EventTarget(), document }
}
