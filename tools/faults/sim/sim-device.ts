import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { createUploadsDatabase } from '#src/storage/uploads-database.ts'
import { makeMemoryStorage } from '#tests/support/memory-storage.ts'
import type { Disturbance, Hold } from '#tools/faults/model/run-record.ts'
import type { SimServer } from './market/sim-server.ts'
import type { SeededRandom } from './seeded-random.ts'
import { type SimBroadcastChannel, surround } from './sim-globals.ts'
import { SimLocks } from './sim-locks.ts'
import { SimNetwork } from './sim-network.ts'
import { SimStorage } from './sim-storage.ts'
import type { SimContext, SimWorld } from './sim-world.ts'

// A phone or a desktop: the state that its tabs and its worker share. `storage` and `localStorage` outlive every tab.

const RESTLESS_MS = 700 // a restless clock jumps this often: about as long as a call takes

/** A tab or a worker: its context and its event targets. */
export interface SimClient {
  readonly context: SimContext
  /** The product's listeners on `window` and `document` are registered here. */
  readonly window: EventTarget
  readonly document: EventTarget & { visibilityState: DocumentVisibilityState }
}

export class SimDevice {
  readonly storage = new SimStorage()
  readonly locks: SimLocks
  readonly network: SimNetwork
  readonly localStorage = makeMemoryStorage(() => this.tellStored())
  readonly clients = new Set<SimClient>()
  /** Faults that may make the device forget an answer of the server. */
  readonly disturbances: Disturbance[] = []
  /** The periods in which the device worked offline on purpose. */
  readonly holds: Hold[] = []
  /** How often the person has turned "Work offline" off on this device. */
  releases = 0
  /** The browser's belief about the network, which may be wrong for hours. */
  readonly navigator = { onLine: true }
  private clockOffsetMs = 0
  private isClockRestless = false
  /** Whether the browser has Web Locks; an old WebView has none. */
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
  }

  /** Creates a context whose globals (storage, network, clock) belong to this device. */
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

  /** Opens a tab or a worker, with event targets for the events that the product listens to. */
  openClient(name: string, visibilityState: DocumentVisibilityState): SimClient {
    const document = Object.assign(new EventTarget(), { visibilityState })
    const client = { context: this.makeContext(name), window: new EventTarget(), document }
    this.clients.add(client)
    return client
  }

  /** Creates the databases, as the first visit of the app does. */
  async install(): Promise<void> {
    const context = this.makeContext('installation')
    await this.world.complete(context, async () => {
      for (const database of [
        createOutboxDatabase(),
        createCacheDatabase(),
        createUploadsDatabase(),
      ]) {
        await database.open()
        database.close()
      }
    })
    this.end(context)
  }

  /** A restless clock jumps back and forth, as on a phone between two networks with different times. */
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

  /** Ends a client like a killed process: at once, and without cleanup. */
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

  /** Runs the tasks that are due now, then suspends all tasks of the client. */
  async freeze(client: SimClient): Promise<void> {
    await this.world.runUntil(this.world.nowMs)
    this.world.freeze(client.context)
  }

  /** Tells the other clients of a write to localStorage, which they see at once. */
  private tellStored(): void {
    const { current } = this.world
    for (const { context, window } of this.clients) {
      if (context === current) continue
      this.world.enqueue(context, () => void window.dispatchEvent(new Event('storage')))
    }
  }
}
