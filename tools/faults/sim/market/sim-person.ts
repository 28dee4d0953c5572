import { type Change, isUnsent, listBehind, noteThreadOf } from '#src/domain/change.ts'
import type { EventAction } from '#src/domain/event/event-change.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import type { ListingDecision } from '#src/domain/listing/listing-change.ts'
import type { Intent } from '#tools/faults/model/intent.ts'
import type { PostingLog } from '#tools/faults/sim/selling/posting-log.ts'
import type { SimTab } from '#tools/faults/sim/sim-tab.ts'
import type { IntentLog } from './intent-log.ts'

// A simulated person at a tab: looks, decides, undoes, and logs each intent with the reaction of the screen.

/** How long a person waits until the screen shows a decision as saved. */
const PATIENCE_MS = 120_000

const STUCK: ReadonlySet<Change['state']> = new Set(['parked', 'conflict'])
const HALF_A_PLACE = 0.5
const STATUSES: readonly ListingStatus[] = ['approved', 'rejected', 'pending']

export class SimPerson {
  constructor(
    readonly tab: SimTab,
    private readonly log: IntentLog,
    private readonly postingLog: PostingLog,
  ) {}

  /** An operator decides about a listing on the screen; an end user creates an event or edits one of their own. */
  async decide(pick: number, choice: number): Promise<void> {
    if (!this.isOperator()) return choice === 0 ? this.createEvent() : this.changeEvent(pick, false)
    const rows = await this.tab.show()
    const row = rows[pick % Math.max(1, rows.length)]
    const to = STATUSES[choice % STATUSES.length]
    if (!row || !to) return
    await this.askListing(row, { kind: 'status', to }, `status:${to}`)
  }

  async remove(pick: number): Promise<void> {
    if (!this.isOperator()) return this.changeEvent(pick, true)
    const rows = await this.tab.show()
    const row = rows[pick % Math.max(1, rows.length)]
    if (row) await this.askListing(row, { kind: 'delete' }, 'delete')
  }

  private async askListing(
    row: Parameters<SimTab['outbox']['queueListing']>[0],
    action: ListingDecision,
    deed: string,
  ): Promise<void> {
    await this.readOutbox()
    const intent = this.log.ask(this.tab, { entity: 'listing', record: row.id, deed })
    await this.log.settle(this.tab, intent, async () => {
      const outcome = await this.tab.outbox.queueListing(row, action, 'table')
      return outcome ?? { change: null, outcome: 'cancelled' }
    })
  }

  /** Notes something about a listing on the screen. Each note is one effect on the listing's notes. */
  async writeNote(pick: number): Promise<void> {
    if (!this.isOperator()) return
    const rows = await this.tab.show()
    const row = rows[pick % Math.max(1, rows.length)]
    if (!row) return
    await this.readOutbox()
    const about = { kind: 'listing', id: row.id } as const
    const noteId = this.log.intents.length.toString(16).padStart(24, '0')
    const action = { kind: 'write', noteId, text: `note ${noteId}`, isNew: true } as const
    const asked = {
      entity: 'note',
      record: noteThreadOf(about),
      deed: `written:${noteId}`,
    } as const
    const intent = this.log.ask(this.tab, asked)
    await this.log.settle(this.tab, intent, () =>
      this.tab.outbox.queueNote({ about, name: row.name, action }),
    )
  }

  private async createEvent(): Promise<void> {
    const title = `event ${this.log.intents.length}`
    const fields = { title, kind: 'other', startsAt: '2026-07-04T04:30:00.000Z' }
    const nothing = { endsAt: null, place: null, note: null }
    const action: EventAction = { kind: 'create', fields: { ...fields, ...nothing }, twins: null }
    const intent = this.log.ask(this.tab, { entity: 'event', record: title, deed: 'create' })
    await this.log.settle(this.tab, intent, () => this.tab.outbox.queueEvent(null, action))
  }

  /** Edits or deletes an event that this person created on this device. */
  private async changeEvent(pick: number, isDeletion: boolean): Promise<void> {
    const changes = await this.readOutbox()
    const made = changes.filter(
      ({ entity, action }) => entity === 'event' && action.kind === 'create',
    )
    const event = made[pick % Math.max(1, made.length)]
    if (!event || event.entityName === null) return
    const note = `note ${this.log.intents.length}`
    const action: EventAction = isDeletion
      ? { kind: 'delete' }
      : { kind: 'update', patch: { note } }
    const deed = isDeletion ? 'delete' : `note:${note}`
    const intent = this.log.ask(this.tab, { entity: 'event', record: event.entityName, deed })
    const known = { id: event.entityId, title: event.entityName }
    await this.log.settle(this.tab, intent, () => this.tab.outbox.queueEvent(known, action))
  }

  /** Undoes the person's newest decision or event change, if possible. Undoing a rejection also undoes its reason. */
  async undo(): Promise<void> {
    const changes = await this.readOutbox()
    const change = changes
      .filter(
        ({ entity, state, action }) =>
          entity !== 'posting' && !STUCK.has(state) && action.kind !== 'reason',
      )
      .at(-1)
    // A person cannot undo a change that the screen does not show yet.
    if (!change || this.isAsking()) return
    const own = this.log.intents.filter(
      ({ key, state, end }) => key === change.key && state === 'saved' && end === null,
    )
    const known = new Set(changes.map(({ key }) => key))
    const isListing = change.entity === 'listing' && change.action.kind === 'status'
    const inverse = isListing
      ? this.log.ask(this.tab, {
          entity: 'listing',
          record: change.entityId,
          deed: `status:${change.from}`,
        })
      : null
    const taken = change.entity === 'event' ? own.slice(-1) : own
    for (const intent of taken) intent.end = 'unclear'
    let isTaken = false
    try {
      isTaken = await this.tab.outbox.undo(change)
    } catch {
      // The screen reports a failed undo, but the undo may have been committed. So `end` stays 'unclear'.
      if (inverse) this.log.answer(this.tab, inverse, 'refused', null)
      return
    }
    const after = await this.tab.store.listChanges(change.userId)
    const isGone = !after.some(({ key }) => key === change.key)
    const queued = after.find((one) => one.entityId === change.entityId && !known.has(one.key))
    if (inverse && queued) this.log.answer(this.tab, inverse, 'saved', queued.key)
    else if (inverse) inverse.end = 'unclear'
    const isUndone = isTaken && !queued && (isGone || this.isLastStep(change, taken))
    for (const intent of taken)
      intent.end = isUndone ? 'undone' : queued || !isTaken ? null : 'unclear'
  }

  /**
   * Whether the undo surely removed the last edit of an event. This is unsure after a later edit that was reported as
   * refused: that edit may have been committed, and the undo may have removed it instead.
   */
  private isLastStep({ entity, entityName }: Change, taken: readonly Intent[]): boolean {
    const last = taken.at(-1)
    if (entity !== 'event' || !last) return false
    return !this.log.intents.some(
      ({ record, state, n }) => record === entityName && state === 'refused' && n > last.n,
    )
  }

  private isAsking(): boolean {
    const { label, world } = this.tab.device
    return this.log.intents.some(
      ({ device, state, askedAt }) =>
        device === label && state === 'asked' && world.nowMs - askedAt < PATIENCE_MS,
    )
  }

  /**
   * Resolves a stuck change. Choice 2 sends the change again. Any other choice discards a parked change. In a conflict,
   * choice 1 keeps the other person's change, and choice 0 keeps the own change.
   */
  async answerStuck(pick: number, choice: number): Promise<void> {
    const changes = await this.readOutbox()
    const stuck = changes.filter(({ state }) => state === 'parked' || state === 'conflict')
    const change = stuck[pick % Math.max(1, stuck.length)]
    if (!change) return
    const own = this.log.intents.filter(({ key }) => key === change.key)
    if (choice === 2) {
      await this.tab.outbox.retry(change)
      return
    }
    if (change.entity === 'posting') {
      // The listing is deleted from this device, with its photos.
      const asked = this.postingLog.ask(this.tab, {
        listingId: change.entityId,
        deed: 'discard',
        value: null,
      })
      await this.tab.outbox.discard(change)
      return this.postingLog.answer(asked, 'kept')
    }
    if (change.state === 'parked') {
      for (const intent of own) intent.end = 'given-up'
      await this.tab.outbox.discard(change)
      return
    }
    if (choice === 1) return this.keepTheirs(change, changes)
    const last = own.at(-1)
    if (!last) return
    const { entity, record, deed } = last
    const again = this.log.ask(this.tab, { entity, record, deed })
    // The new intent is placed directly after the old one, before later decisions on the same record.
    again.place = last.place + HALF_A_PLACE
    await this.tab.outbox.keepMine(change)
    const after = await this.tab.store.listChanges(change.userId)
    const placed = after.find(({ seq }) => seq === change.seq)
    if (placed && placed.key !== change.key) this.log.answer(this.tab, again, 'saved', placed.key)
    else again.end = 'unclear'
  }

  /** Keeps the other person's change and discards the own change with all later ones on the same record. */
  private async keepTheirs(conflict: Change, changes: readonly Change[]): Promise<void> {
    const onTop = listBehind(changes, conflict).filter(isUnsent)
    const keys = new Set([conflict, ...onTop].map(({ key }) => key))
    const own = this.log.intents.filter(({ key, end }) => key && keys.has(key) && end === null)
    for (const intent of own) intent.end = 'given-up'
    const isKept = await this.tab.outbox.keepTheirs(conflict)
    const unsent = new Set(onTop.map(({ key }) => key))
    // These later changes had not left the device, so none of them can reach the server any more.
    if (isKept)
      for (const intent of own) if (intent.key && unsent.has(intent.key)) intent.end = 'undone'
  }

  /** Discards the person's queued changes, as at a sign-out. Changes in flight may still arrive. */
  async discardAll(): Promise<void> {
    const userId = this.tab.session.findUserId()
    if (!userId) return
    this.giveUp(userId)
    await this.tab.store.discardAll(userId)
    // Includes intents that another tab saved while the store discarded the changes.
    this.giveUp(userId)
  }

  private giveUp(userId: string): void {
    const { label } = this.tab.device
    for (const intent of this.log.intents) {
      const isOwn = intent.device === label && intent.actorId === userId
      if (isOwn && intent.end === null) intent.end = 'given-up'
    }
  }

  /** Turns "Work offline" on for this device. */
  async goOffline(): Promise<void> {
    const { device, store } = this.tab
    const { releases } = device
    await store.setWorkingOffline(true)
    // If the person has turned "Work offline" off while it was being stored, the device does not work offline.
    if (device.releases > releases) return
    device.holds.push({ device: device.label, from: device.world.nowMs, until: null })
  }

  async goOnline(): Promise<void> {
    const { device, store, outbox } = this.tab
    const { nowMs } = device.world
    device.releases += 1
    for (const hold of device.holds) hold.until ??= nowMs
    await store.setWorkingOffline(false)
    await outbox.syncNow()
  }

  /** Turns "Work offline" off if it is on. */
  async insistOnOnline(): Promise<void> {
    if (await this.tab.store.isWorkingOffline()) await this.goOnline()
  }

  /** Logs the statuses that the screen shows. */
  async look(): Promise<void> {
    const actorId = this.tab.session.findUserId()
    if (!actorId || !this.isOperator()) return
    const n = this.log.intents.length
    const rows = await this.tab.show()
    if (this.tab.session.findUserId() !== actorId || this.log.intents.length !== n) return
    const statuses = new Map(rows.map(({ id, status }) => [id, String(status)]))
    this.log.looks.push({ n, device: this.tab.device.label, actorId, statuses })
  }

  private isOperator(): boolean {
    return this.tab.session.find()?.isOperator ?? false
  }

  private async readOutbox(): Promise<Change[]> {
    const userId = this.tab.session.findUserId()
    if (!userId) return []
    const changes = await this.tab.store.listChanges(userId)
    this.log.tellStuck(changes)
    return changes
  }
}
