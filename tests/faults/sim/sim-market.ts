import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import type { Disturbance, LeftChange, Violation } from '#tests/faults/model/judge-run.ts'
import type { Schedule, Step } from '#tests/faults/schedule.ts'
import { createRandom } from './seeded-random.ts'
import type { SimClient } from './sim-device.ts'
import { SimDevice } from './sim-device.ts'
import { isOfLaterBuild, listLaterRows, putLeftovers } from './sim-leftovers.ts'
import type { SeenCall } from './sim-network.ts'
import { IntentLog, SimPerson } from './sim-person.ts'
import {
  type AccountName,
  accountId,
  isOperator,
  listingId,
  MEMBERS,
  OPERATORS,
  type SimServer,
} from './sim-server.ts'
import { SimShell } from './sim-shell.ts'
import { type Design, makeTabClient, openTab, type SimTab } from './sim-tab.ts'
import { drainInWorker, makeWorkerClient } from './sim-worker.ts'
import type { SimWorld } from './sim-world.ts'

// A market of a few devices and one server: plays the steps of a schedule, then heals everything.

const DRAIN_MS = 90_000
export const START_MS = Date.UTC(2026, 6, 1, 6)
const ACCOUNTS: readonly AccountName[] = [...OPERATORS, ...MEMBERS]

interface Seat {
  device: SimDevice
  tabs: SimTab[]
  worker: SimClient | null
  shell: SimShell
  opened: number
  /** The rows of a later build, as they lay there at first. */
  laterRows: string
}

export class SimMarket {
  readonly log = new IntentLog()
  readonly violations: Violation[] = []
  /** The steps, with the time at which each was played. */
  readonly happened: string[] = []
  readonly revoked = new Set<string>()
  readonly disturbances: Disturbance[] = []
  private readonly seats: Seat[]
  private readonly everyTab: SimTab[] = []
  private office = ''
  /** The newest build that the server has. */
  private published = 1

  constructor(
    private readonly world: SimWorld,
    private readonly server: SimServer,
    private readonly schedule: Schedule,
    private readonly design: Design,
  ) {
    this.seats = schedule.accounts.map((_, index) => {
      const random = createRandom(schedule.seed * 31 + index)
      const tabs: SimTab[] = []
      const listPages = () => tabs.filter((tab) => tab.isAlive()).map(contextOf)
      return {
        device: new SimDevice(world, random, server, `device-${index}`),
        tabs,
        worker: null,
        shell: new SimShell(listPages, design.worker),
        opened: 0,
        laterRows: '',
      }
    })
  }

  async begin(): Promise<void> {
    this.office = await this.server.signIn('operator-b', 'office')
    for (const [index, seat] of this.seats.entries()) {
      if (!this.schedule.hasLocks) seat.device.hasLocks = false
      const account = this.schedule.accounts[index]
      await this.putLeftovers(seat, index)
      await this.openTab(seat)
      if (account) await this.signIn(seat, account)
      await this.world.runUntil(this.world.nowMs + 3_000)
    }
  }

  /** Leaves the devices to the next schedule. */
  end(): void {
    for (const { device } of this.seats) {
      for (const client of [...device.clients]) device.kill(client)
      device.storage.handBack()
    }
  }

  calls(): SeenCall[] {
    return this.seats.flatMap(({ device }) => device.network.calls)
  }

  async play(step: Step): Promise<void> {
    await this.world.runUntil(this.world.nowMs + step.afterMs)
    this.happened.push(`${this.world.nowMs - START_MS} ${JSON.stringify(step)}`)
    const seat = this.seats[step.device]
    if (seat) await this.befall(seat, step)
  }

  private async befall(seat: Seat, step: Step): Promise<void> {
    const { device } = seat
    switch (step.kind) {
      case 'decide':
        return this.act(seat, (person) => person.decide(step.pick, step.choice))
      case 'remove':
        return this.act(seat, (person) => person.remove(step.pick))
      case 'undo':
        return this.act(seat, (person) => person.undo())
      case 'answer-stuck':
        return this.act(seat, (person) => person.answerStuck(step.pick, step.choice))
      case 'look':
        return this.act(seat, (person) => person.look())
      case 'refresh':
        return this.act(seat, (person) => person.tab.refresh())
      case 'sync-now':
        return this.act(seat, (person) => person.tab.outbox.syncNow())
      case 'weather':
        device.network.weather = step.weather
        return
      case 'hint':
        return this.hint(seat, step.isOnline, step.isTold)
      case 'open-tab':
        await this.openTab(seat)
        return
      case 'wake-worker':
        return this.wakeWorker(seat)
      case 'kill-worker':
        if (seat.worker) this.kill(seat, seat.worker)
        return
      case 'hide':
      case 'show':
        return this.setVisible(seat, step.kind === 'show')
      case 'kill-tab':
        return this.killLater(seat, step.afterTurns, 1)
      case 'kill-browser':
        return this.killLater(seat, step.afterTurns, Number.POSITIVE_INFINITY)
      case 'freeze':
        return this.freeze(seat)
      case 'thaw':
        for (const tab of this.alive(seat)) this.world.thaw(tab.client.context)
        return
      case 'break-connection':
        this.disturb(device, 'storage')
        for (const tab of this.alive(seat)) device.storage.breakConnections(tab.client.context)
        return
      case 'sign-in':
        return this.changePerson(seat, step.account)
      case 'sign-out':
        return this.changePerson(seat, null)
      case 'revoke':
        return this.server.revoke(step.account)
      case 'role':
        if (!step.isAllowed) this.revoked.add(accountId(step.account))
        return this.server.setOperator(step.account, step.isAllowed)
      case 'other-hand':
        return this.otherHand(step.listing, step.deed)
      case 'storage-fault': {
        const { database: where = 'outbox', spared = 0 } = step
        let left = spared + step.times
        device.storage.chooseFault = ({ mode, database }) => {
          if (left === 0 || database !== where) return null
          if (mode === 'readonly' && !step.isReadToo) return null
          left -= 1
          if (left >= step.times) return null
          this.disturb(device, step.fault === 'lost-commit-event' ? 'commit-unknown' : 'storage')
          return step.fault
        }
        return
      }
      case 'drawer':
        await this.killLater(seat, 0, Number.POSITIVE_INFINITY, false)
        await this.world.runUntil(this.world.nowMs + step.forMs)
        await this.openTab(seat)
        return
      case 'publish':
        this.published += 1
        if (this.isReachable(seat)) seat.shell.update(this.published)
        return
      case 'accept-update':
        return this.acceptUpdate(seat)
      case 'open-screen':
        return this.openScreen(seat, step.pick)
      case 'clock':
        this.disturb(device, 'clock')
        device.setClock(step.offsetMs, step.isRestless)
        return
    }
  }

  /** A person does something in the tab before them; what follows goes on in the tab's own turns. */
  private async act(seat: Seat, deed: (person: SimPerson) => Promise<void>): Promise<void> {
    const tab = this.front(seat)
    if (!tab) return
    const person = new SimPerson(tab, this.log)
    await this.world.as(tab.client.context, () => {
      // What fails here fails before the person's eyes; nothing was said to be saved.
      deed(person).catch(() => undefined)
    })
  }

  private alive(seat: Seat): SimTab[] {
    return seat.tabs.filter((tab) => tab.isAlive())
  }

  /** The tab that somebody looks at: the newest that is not frozen. */
  private front(seat: Seat): SimTab | null {
    const awake = this.alive(seat).filter(({ client }) => !client.context.isFrozen)
    return awake.at(-1) ?? null
  }

  private async openTab(seat: Seat): Promise<SimTab> {
    seat.opened += 1
    const client = makeTabClient(seat.device, seat.opened)
    const tab = await this.world.as(client.context, () => openTab(seat.device, client, this.design))
    seat.shell.openPage(client.context, this.published)
    seat.tabs.push(tab)
    if (this.isReachable(seat)) seat.shell.update(this.published)
    this.everyTab.push(tab)
    await this.world.as(client.context, () => {
      tab.refresh().catch(() => undefined)
    })
    return tab
  }

  private async signIn(seat: Seat, account: AccountName): Promise<void> {
    const tab = this.front(seat) ?? (await this.openTab(seat))
    const token = await this.server.signIn(account, seat.device.label)
    await this.world.as(tab.client.context, () => {
      const role = isOperator(account) ? ('admin' as const) : ('user' as const)
      const person = { id: accountId(account), email: account, fullName: account, role }
      tab.session.set({
        account: { ...person, phoneNumber: null, isVerified: true } as never, // as much of an account as the device keeps
        token,
        expiresAt: null,
        takesKeys: true,
      })
      tab.refresh().catch(() => undefined)
    })
  }

  /** Signs whoever is there out, keeping what waits, and somebody else in. */
  private async changePerson(seat: Seat, account: AccountName | null): Promise<void> {
    const tab = this.front(seat) ?? (await this.openTab(seat))
    const userId = tab.session.findUserId()
    await this.world.as(tab.client.context, () => {
      const leave = async () => {
        if (userId) await tab.store.slimDown(userId)
        await tab.sessionEnd.signOut()
      }
      leave().catch(() => undefined)
    })
    await this.world.runUntil(this.world.nowMs + 500)
    if (account) await this.signIn(seat, account)
  }

  private async hint(seat: Seat, isOnline: boolean, isTold: boolean): Promise<void> {
    seat.device.navigator.onLine = isOnline
    if (!isTold) return
    for (const { client } of this.alive(seat)) {
      this.world.enqueue(client.context, () => {
        client.window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
      })
    }
  }

  private async setVisible(seat: Seat, isVisible: boolean): Promise<void> {
    for (const { client } of this.alive(seat)) {
      client.document.visibilityState = isVisible ? 'visible' : 'hidden'
      this.world.enqueue(client.context, () => {
        client.document.dispatchEvent(new Event('visibilitychange'))
      })
    }
  }

  private async wakeWorker(seat: Seat): Promise<void> {
    if (seat.worker) this.kill(seat, seat.worker)
    const client = makeWorkerClient(seat.device)
    seat.worker = client
    await this.world.as(client.context, () => {
      // The browser hears of a rejection, and wakes the worker again later.
      drainInWorker(seat.device, client, this.design).catch(() => undefined)
    })
  }

  private async freeze(seat: Seat): Promise<void> {
    const tab = this.front(seat)
    if (tab) await seat.device.freeze(tab.client)
  }

  /** Ends tabs after so many turns, wherever they are then. */
  private async killLater(
    seat: Seat,
    afterTurns: number,
    most: number,
    isOpenedAgain = true,
  ): Promise<void> {
    await this.world.runTurns(afterTurns, KILLED_WITHIN_MS)
    const victims = this.alive(seat).slice(-Math.min(most, 99))
    for (const tab of victims) this.kill(seat, tab.client)
    if (most > 1 && seat.worker) this.kill(seat, seat.worker)
    if (isOpenedAgain && !this.front(seat)) await this.openTab(seat)
  }

  private kill(seat: Seat, client: SimClient): void {
    this.disturb(seat.device, 'killed')
    seat.device.kill(client)
    seat.shell.settle()
    if (seat.worker === client) seat.worker = null
  }

  private async putLeftovers(seat: Seat, index: number): Promise<void> {
    const account = this.schedule.accounts[index]
    const own = (this.schedule.leftovers ?? []).filter(({ device }) => device === index)
    if (!account || own.length === 0) return
    const rows = await putLeftovers(seat.device, account, own)
    for (const row of rows) this.log.inherit(seat.device, accountId(account), row)
    seat.laterRows = await listLaterRows(seat.device)
  }

  /** What a newer build wrote is not this one's to touch. */
  private async checkLaterRows(seat: Seat): Promise<void> {
    if (seat.laterRows === '') return
    const now = await listLaterRows(seat.device)
    if (now !== seat.laterRows)
      this.violations.push({ rule: 'touched', detail: `${seat.laterRows} became ${now}` })
  }

  private isReachable({ device }: Seat): boolean {
    const { weather } = device.network
    return weather !== 'down' && weather !== 'black-hole' && weather !== 'portal'
  }

  /** The page that asked for it is loaded anew; the person of the others was asked too. */
  private async acceptUpdate(seat: Seat): Promise<void> {
    seat.shell.accept()
    for (const tab of this.alive(seat)) this.kill(seat, tab.client)
    await this.openTab(seat)
  }

  /** Every page can open every screen of its own build until its person has it loaded anew. */
  private openScreen(seat: Seat, pick: number): void {
    const tab = this.front(seat)
    if (!tab) return
    this.checkPage(seat, tab, pick, this.isReachable(seat))
  }

  /** Whoever is still open may be taken along to where there is no network. */
  private checkPages(seat: Seat): void {
    for (const tab of this.alive(seat)) this.checkPage(seat, tab, 0, false)
  }

  private checkPage(seat: Seat, { client }: SimTab, pick: number, isReachable: boolean): void {
    const { context } = client
    if (seat.shell.canOpen(context, pick, this.published, isReachable)) return
    this.violations.push({ rule: 'broken-page', detail: `${context.name}, screen ${pick}` })
  }

  private disturb(device: SimDevice, kind: Disturbance['kind']): void {
    this.disturbances.push({ device: device.label, at: this.world.nowMs, kind })
  }

  /** Another operator, at a desk with a good network. */
  private async otherHand(
    listing: number,
    deed: 'approved' | 'rejected' | 'delete',
  ): Promise<void> {
    const id = listingId(listing)
    const isDelete = deed === 'delete'
    const intent = {
      n: this.log.intents.length,
      device: 'office',
      actorId: accountId('operator-b'),
      entity: 'listing' as const,
      record: id,
      deed: isDelete ? 'delete' : `status:${deed}`,
      askedAt: this.world.nowMs,
      answeredAt: null,
      callsBefore: 0,
      state: 'asked' as const,
      savedAtLook: null,
      key: null,
      end: null,
    }
    this.log.intents.push(intent)
    const path = isDelete ? `/api/admin/property/${id}` : `/api/admin/properties/${id}/status`
    await this.server.handle(
      new Request(`http://sim.example${path}`, {
        method: isDelete ? 'DELETE' : 'PATCH',
        headers: { Authorization: `Bearer ${this.office}`, 'Content-Type': 'application/json' },
        ...(isDelete ? {} : { body: JSON.stringify({ status: deed }) }),
      }),
    )
  }

  /** The network is good again and everybody comes back, person after person; what is left then was left for good. */
  async heal(): Promise<LeftChange[]> {
    const left: LeftChange[] = []
    for (const account of OPERATORS) await this.server.setOperator(account, true)
    for (const seat of this.seats) {
      seat.device.network.weather = 'fine'
      seat.device.settleClock()
      seat.device.storage.chooseFault = () => null
    }
    for (const seat of this.seats) this.checkPages(seat)
    for (const seat of this.seats) {
      await this.openTab(seat)
      // What was asked in the last moment is saved, or not, by now.
      await this.world.runUntil(this.world.nowMs + 1_000)
      const waiting = await this.listLeft(seat)
      for (const account of ACCOUNTS) {
        const own = waiting.filter(({ actorId }) => actorId === accountId(account))
        if (own.some(({ state }) => state !== 'acked')) await this.settle(seat, account)
      }
    }
    await this.thawEverything()
    for (const seat of this.seats) left.push(...(await this.listLeft(seat)))
    for (const seat of this.seats) await this.checkLaterRows(seat)
    for (const seat of this.seats) await this.checkCopies(seat, left)
    for (const tab of this.everyTab) this.log.tellHeard(tab)
    return left
  }

  /** Somebody comes back to every tab that was frozen all the while. */
  private async thawEverything(): Promise<void> {
    const frozen = this.everyTab.filter((tab) => tab.isAlive() && tab.client.context.isFrozen)
    if (frozen.length === 0) return
    for (const tab of frozen) this.world.thaw(tab.client.context)
    await this.world.runUntil(this.world.nowMs + DRAIN_MS)
  }

  private async settle(seat: Seat, account: AccountName): Promise<void> {
    const tab = this.front(seat)
    const isThere = tab?.session.findUserId() === accountId(account)
    if (!isThere) await this.changePerson(seat, account)
    let until = this.drainedBy(seat)
    while (this.world.nowMs < until) {
      await this.world.runUntil(this.world.nowMs + SIGN_IN_MS)
      // A 401 that only now was heard: the same person signs in again.
      if (this.front(seat)?.session.findUserId() === accountId(account)) continue
      await this.signIn(seat, account)
      until = this.drainedBy(seat)
    }
  }

  private drainedBy(seat: Seat): number {
    const floors = seat.device.network.calls.map(({ floor }) => floor?.until ?? 0)
    const most = this.hasMovedClock(seat) ? DRAIN_MS + HOUR_MS : DRAIN_MS
    return Math.max(this.world.nowMs, ...floors) + most
  }

  private hasMovedClock(seat: Seat): boolean {
    return this.schedule.steps.some(
      (step) => step.kind === 'clock' && this.seats[step.device] === seat,
    )
  }

  /** What lies in a device's outbox, whoever's it is. */
  private async listLeft(seat: Seat): Promise<LeftChange[]> {
    const context = seat.device.makeContext('inspection')
    const reading = this.world.as(context, async () => {
      const database = createOutboxDatabase()
      const changes = await database.changes.toArray()
      database.close()
      return changes
    })
    const rows = await this.world.runFor(
      reading.then((work) => work),
      30_000,
    )
    if (rows === 'late') throw new Error('The outbox could not be read.')
    const changes = rows.filter((row) => !isOfLaterBuild(row))
    this.log.tellStuck(changes)
    return changes.map(({ key, userId, entityId, state, lastError }) => ({
      device: seat.device.label,
      actorId: userId,
      key,
      record: entityId,
      state,
      status: lastError?.status ?? null,
      message: lastError?.message ?? null,
    }))
  }

  /** In the end a screen shows what the server has. */
  private async checkCopies(seat: Seat, left: readonly LeftChange[]): Promise<void> {
    const tab = this.front(seat)
    const account = ACCOUNTS.find((one) => accountId(one) === tab?.session.findUserId())
    if (!tab || !account || !isOperator(account)) return
    await this.signIn(seat, account)
    const reading = this.world.as(tab.client.context, async () => {
      await tab.refresh()
      return tab.show()
    })
    const rows = await this.world.runFor(
      reading.then((work) => work),
      60_000,
    )
    const statuses = await this.server.listStatuses()
    // What a person has still to settle lies over its row.
    const open = left.filter(
      ({ device, state }) => device === seat.device.label && state !== 'acked',
    )
    const unsettled = new Set(open.map(({ record }) => record))
    const settled = (all: readonly (readonly [string, string | null])[]) =>
      all
        .filter(([id]) => !unsettled.has(id))
        .map(([id, status]) => `${id} ${status}`)
        .sort()
    const shown = settled(
      rows === 'late' ? [] : rows.map(({ id, status }) => [id, status] as const),
    )
    const real = settled([...statuses])
    if (shown.join() !== real.join())
      this.violations.push({
        rule: 'stale',
        detail: `${seat.device.label} shows ${shown.join()} for ${real.join()}`,
      })
  }
}

function contextOf({ client }: SimTab) {
  return client.context
}

/** As long as it takes to see the sign-in page and to fill it in. */
const SIGN_IN_MS = 5_000
const HOUR_MS = 60 * 60_000
const KILLED_WITHIN_MS = 2_000 // long enough for the answers that are on their way
