import type { DeskRecord, SeenClaim } from '#tools/faults/model/desk-rules.ts'
import type { RunRecord, Violation } from '#tools/faults/model/run-record.ts'
import type { Schedule, Step } from '#tools/faults/schedule.ts'
import type { Design } from '#tools/faults/sim/design.ts'
import { PostingLog } from '#tools/faults/sim/selling/posting-log.ts'
import { listLaterRows, putLeftovers } from '#tools/faults/sim/sim-leftovers.ts'
import type { SimTab } from '#tools/faults/sim/sim-tab.ts'
import { type SimWorld, START_MS } from '#tools/faults/sim/sim-world.ts'
import { IntentLog } from './intent-log.ts'
import { healMarket, listLeftPhotos, listLeftPostings } from './market-healing.ts'
import { signIn } from './market-people.ts'
import { befall } from './market-steps.ts'
import { SimSeat } from './sim-seat.ts'
import { accountId, type SimServer } from './sim-server.ts'
import { listGivenPhotos } from './visit-photo-effects.ts'

// A market of a few devices and one server: plays the steps of a schedule, then ends all faults. market-steps.ts has the steps,
// market-people.ts the actions of people, sim-seat.ts a device's tabs, market-healing.ts the end of a schedule, and
// market-last-look.ts the checks at the end.

export class SimMarket {
  readonly log = new IntentLog()
  readonly postingLog = new PostingLog()
  readonly violations: Violation[] = []
  /** The played steps with their times. */
  readonly happened: string[] = []
  /** Operators whose role was revoked at some time. */
  readonly revoked = new Set<string>()
  /** The keys of the changes that were in an outbox when it was lost. */
  readonly lostKeys = new Set<string>()
  /** The keys of confirmed changes that were in an outbox when it was lost. */
  readonly forgottenKeys = new Set<string>()
  readonly everyTab: SimTab[] = []
  readonly endings: DeskRecord['endings'][number][] = []
  private readonly claims: SeenClaim[] = []
  /** The token of the other operator, who has a good network. */
  office = ''
  /** The newest build that the server has. */
  published = 1
  private readonly seats: readonly SimSeat[]

  constructor(
    readonly world: SimWorld,
    readonly server: SimServer,
    readonly schedule: Schedule,
    readonly design: Design,
  ) {
    this.seats = schedule.accounts.map((_, index) => new SimSeat(this, index))
  }

  async begin(): Promise<void> {
    this.office = await this.server.signIn('operator-b', 'office')
    for (const seat of this.seats) {
      if (!this.schedule.hasLocks) seat.device.hasLocks = false
      const account = this.schedule.accounts[seat.index]
      await this.inherit(seat)
      await seat.openTab()
      if (account) await signIn(this, seat, account)
      await this.world.runUntil(this.world.nowMs + 3_000)
    }
  }

  /** Kills all tabs and workers, and empties the devices' databases, so that the next schedule can use them. */
  end(): void {
    for (const { device } of this.seats) {
      for (const client of [...device.clients]) device.kill(client)
      device.storage.handBack()
    }
  }

  async play(step: Step): Promise<void> {
    await this.world.runUntil(this.world.nowMs + step.afterMs)
    await this.lookAtClaims()
    this.happened.push(`${this.world.nowMs - START_MS} ${JSON.stringify(step)}`)
    const seat = this.seats[step.device]
    if (seat) await befall(this, seat, step)
  }

  /** Ends all faults, and returns the record of the run. */
  async heal(): Promise<RunRecord> {
    const left = await healMarket(this, this.seats)
    await this.lookAtClaims()
    const { intents, told, looks } = this.log
    const { revoked, lostKeys, forgottenKeys } = this
    const devices = this.seats.map(({ device }) => device)
    return {
      intents,
      told,
      looks,
      revoked,
      lostKeys,
      forgottenKeys,
      left,
      postings: {
        acts: this.postingLog.acts,
        left: await listLeftPostings(this.seats),
        ...(await this.server.listPostings()),
      },
      desk: {
        asked: this.log.assignments,
        endings: this.endings,
        claims: this.claims,
        ...(await this.server.listAssignments()),
      },
      visits: {
        asked: this.log.visitPhotos,
        left: await listLeftPhotos(this.seats),
        given: await listGivenPhotos(this.server.db),
      },
      effects: await this.server.listEffects(),
      calls: devices.flatMap(({ network }) => network.calls),
      holds: devices.flatMap(({ holds }) => holds),
      disturbances: devices.flatMap(({ disturbances }) => disturbances),
    }
  }

  /** Records the claims that the server's list has now, if a person opens listings in this schedule. */
  private async lookAtClaims(): Promise<void> {
    if (!this.schedule.steps.some(({ kind }) => kind === 'open-listing')) return
    const at = this.world.nowMs
    for (const { listingId, personId, fence } of await this.server.listClaims())
      this.claims.push({ at, listingId, personId, fence })
  }

  /** Writes unsent changes of other versions of the app to the device's outbox, before its first tab opens. */
  private async inherit(seat: SimSeat): Promise<void> {
    const account = this.schedule.accounts[seat.index]
    const own = (this.schedule.leftovers ?? []).filter(({ device }) => device === seat.index)
    if (!account || own.length === 0) return
    const rows = await putLeftovers(seat.device, account, own)
    for (const row of rows) this.log.inherit(seat.device, accountId(account), row)
    seat.laterRows = await listLaterRows(seat.device)
  }
}
