import { listingOfContacts, noteSubjectOf } from '#src/domain/change.ts'
import { listingOfVisits } from '#src/domain/visit/visit.ts'
import type { ServerEffect } from '#tools/faults/sim/market/sim-server.ts'

// The model that judges a run: what people asked for, what the screen showed, and what the server's log has. It does not
// depend on how the product queues or sends.

/** One change that a person asked for, of one record on one device. */
export interface Intent {
  /** Its number among all intents of the run. */
  n: number
  /** Its position in the expected order of the record's effects. A replaced intent passes its position on. */
  place: number
  device: string
  actorId: string
  entity: ServerEffect['entity']
  /** A listing's id, an event's unique title, or all notes about a listing (`noteThreadOf`), attempts to contact its owner (`contactsOf`) or visits to it (`visitsOf`). */
  record: string
  /** The name of the effect that it should have: 'status:approved', 'delete', 'reason:...', 'create', 'note:...', 'written:...' of a note, 'call:' and a time of an attempt, or that of a visit (`deedOfVisit`). */
  deed: string
  /** Only if the intent is a reason: the idempotency key of the rejection that it explains. */
  explains?: string
  /** When the person asked: epoch milliseconds in real time, whatever the device's clock shows. */
  askedAt: number
  answeredAt: number | null
  /** How many requests the device had sent when the person asked. */
  callsBefore: number
  /** asked: no reaction of the screen, for example because the tab died. The other states are the screen's reaction. */
  state: 'asked' | 'saved' | 'unchanged' | 'cancelled' | 'refused'
  /** How many intents the run had when the screen reacted to this intent; null before the reaction. */
  intentsAtReaction: number | null
  /** The idempotency key of the saved change. */
  key: string | null
  /** Whether the person undid or discarded the change; null if neither. 'unclear' if the run cannot tell. */
  end: 'undone' | 'given-up' | 'unclear' | null
}

/** Whether the intent gives a reason for a rejection, which does not change the listing's status. */
export function isReason({ deed }: Pick<Intent, 'deed'>): boolean {
  return deed.startsWith('reason:')
}

/** One effect on a record. */
export interface RecordEffect {
  deed: string
  effect: ServerEffect
}

/** Groups the server's effects by record. An event is identified by its title; each new note is a separate effect. */
export function effectsByRecord(effects: readonly ServerEffect[]): Map<string, RecordEffect[]> {
  const byRecord = new Map<string, RecordEffect[]>()
  const titles = new Map<string, string>()
  const notes = new Map<string, unknown>()
  const add = (record: string, deed: string, effect: ServerEffect) => {
    byRecord.set(record, [...(byRecord.get(record) ?? []), { deed, effect }])
  }
  for (const effect of effects) {
    const { entity, entityId, deed, body } = effect
    if (entity !== 'event') {
      add(entityId, deed, effect)
      continue
    }
    if (deed === 'create') titles.set(entityId, String(body?.['title']))
    const title = titles.get(entityId) ?? entityId
    if (deed !== 'update') add(title, deed, effect)
    const note = body?.['note']
    if (note && note !== notes.get(entityId)) add(title, `note:${String(note)}`, effect)
    notes.set(entityId, note)
  }
  return byRecord
}

/** Whether an effect is on this record: a listing's id, the title that an event was created with, or the listing of a note, of an attempt to contact its owner or of a visit. */
export function isAbout(
  effect: ServerEffect,
  entity: Intent['entity'],
  record: string,
  effects: readonly ServerEffect[],
): boolean {
  if (entity === 'listing') return effect.entityId === record
  if (entity === 'note') return effect.entityId === noteSubjectOf(record).id
  if (entity === 'contact') return effect.entityId === listingOfContacts(record)
  if (entity === 'visit') return effect.entityId === listingOfVisits(record)
  const made = effects.find(({ deed, body }) => deed === 'create' && body?.['title'] === record)
  return made !== undefined && made.entityId === effect.entityId
}
