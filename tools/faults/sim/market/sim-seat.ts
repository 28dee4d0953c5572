import { CHANGE_FORMAT } from '#src/domain/change.ts'
import { createRandom } from '#tools/faults/sim/seeded-random.ts'
import { type SimClient, SimDevice } from '#tools/faults/sim/sim-device.ts'
import { SimShell } from '#tools/faults/sim/sim-shell.ts'
import { openTab, type SimTab } from '#tools/faults/sim/sim-tab.ts'
import { drainInWorker } from '#tools/faults/sim/sim-worker.ts'
import type { SimMarket } from './sim-market.ts'

// A device with its tabs, its worker and its builds of the app. Opens, wakes, freezes and kills tabs and worker.

const KILLED_WITHIN_MS = 2_000 // maximum time before a kill: long enough for pending answers to arrive

interface LostRow {
  key: string
  userId: string
  state: string
  format: number
}

export class SimSeat {
  readonly device: SimDevice
  readonly shell: SimShell
  /** The outbox rows that a later build had written before the schedule, as JSON. */
  laterRows = ''
  private readonly tabs: SimTab[] = []
  private worker: SimClient | null = null
  private opened = 0

  constructor(
    private readonly market: SimMarket,
    readonly index: number,
  ) {
    const { world, server, schedule, design } = market
    const random = createRandom(schedule.seed * 31 + index)
    this.device = new SimDevice(world, random, server, `device-${index}`)
    this.shell = new SimShell(() => this.listAlive().map(contextOf), design.worker)
  }

  listAlive(): SimTab[] {
    return this.tabs.filter((tab) => tab.isAlive())
  }

  /** The tab that the person uses: the newest that is not frozen. */
  front(): SimTab | null {
    const awake = this.listAlive().filter(({ client }) => !client.context.isFrozen)
    return awake.at(-1) ?? null
  }

  isReachable(): boolean {
    const { weather } = this.device.network
    return weather !== 'down' && weather !== 'black-hole' && weather !== 'portal'
  }

  async openTab(): Promise<SimTab> {
    const { world, schedule, design, published, everyTab } = this.market
    this.opened += 1
    const client = this.device.openClient(`tab ${this.opened}`, 'visible')
    const isLossDetected = schedule.steps.some(({ kind }) => kind === 'lose-outbox')
    const isSelling = schedule.steps.some(({ kind }) => kind === 'write-listing')
    const isPhotographing = schedule.steps.some(
      (step) => step.kind === 'record-visit' && step.photos !== undefined,
    )
    const options = { design, isLossDetected, isSelling, isPhotographing }
    const tab = await world.as(client.context, () => openTab(this.device, client, options))
    this.shell.openPage(client.context, published)
    this.tabs.push(tab)
    if (this.isReachable()) this.shell.update(published)
    everyTab.push(tab)
    await world.as(client.context, () => {
      tab.refresh().catch(() => undefined)
    })
    return tab
  }

  hint(isOnline: boolean, isTold: boolean): void {
    this.device.navigator.onLine = isOnline
    if (!isTold) return
    for (const { client } of this.listAlive()) {
      this.market.world.enqueue(client.context, () => {
        client.window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
      })
    }
  }

  setVisible(isVisible: boolean): void {
    for (const { client } of this.listAlive()) {
      client.document.visibilityState = isVisible ? 'visible' : 'hidden'
      this.market.world.enqueue(client.context, () => {
        client.document.dispatchEvent(new Event('visibilitychange'))
      })
    }
  }

  async wakeWorker(): Promise<void> {
    this.killWorker()
    const client = this.device.openClient('worker', 'hidden')
    this.worker = client
    await this.market.world.as(client.context, () => {
      // In a browser, a rejection makes Background Sync retry later.
      drainInWorker(this.device, client, this.market.design).catch(() => undefined)
    })
  }

  killWorker(): void {
    if (this.worker) this.kill(this.worker)
  }

  async freeze(): Promise<void> {
    const tab = this.front()
    if (tab) await this.device.freeze(tab.client)
  }

  thaw(): void {
    for (const tab of this.listAlive()) this.market.world.thaw(tab.client.context)
  }

  breakConnections(): void {
    this.device.disturb('storage')
    for (const tab of this.listAlive()) this.device.storage.breakConnections(tab.client.context)
  }

  /** Simulates a browser that deletes and recreates the outbox while the person's page is open. */
  loseOutbox(): void {
    const userId = this.front()?.session.findUserId()
    if (!userId) return
    this.device.disturb('storage')
    const rows = this.device.storage.loseOutbox() as LostRow[] // rows of the table `changes`
    this.laterRows = ''
    for (const { key, userId: owner, state, format } of rows) {
      if (format > CHANGE_FORMAT) continue
      if (state === 'acked') this.market.forgottenKeys.add(key)
      else this.market.lostKeys.add(key)
      // The screen names only the signed-in person's lost changes, so those of other people are logged here.
      if (state !== 'acked' && owner !== userId) this.market.log.tell(key, 'lost')
    }
    // The "Work offline" switch was stored in the outbox too, so every screen now shows it as off.
    for (const hold of this.device.holds) hold.until ??= this.market.world.nowMs
  }

  /** Kills the newest tab after this many turns, in the middle of its work. */
  async killTab(afterTurns: number): Promise<void> {
    await this.market.world.runTurns(afterTurns, KILLED_WITHIN_MS)
    for (const tab of this.listAlive().slice(-1)) this.kill(tab.client)
    await this.openFront()
  }

  /** Kills every tab and the worker after this many turns, in the middle of their work. */
  async killBrowser(afterTurns: number): Promise<void> {
    await this.market.world.runTurns(afterTurns, KILLED_WITHIN_MS)
    for (const tab of this.listAlive()) this.kill(tab.client)
    this.killWorker()
  }

  async openFront(): Promise<void> {
    if (!this.front()) await this.openTab()
  }

  /** Accepts the update: kills every page and opens one with the new build. */
  async acceptUpdate(): Promise<void> {
    this.shell.accept()
    for (const tab of this.listAlive()) this.kill(tab.client)
    await this.openTab()
  }

  private kill(client: SimClient): void {
    this.device.kill(client)
    this.shell.settle()
    if (this.worker === client) this.worker = null
  }
}

function contextOf({ client }: SimTab) {
  return client.context
}
