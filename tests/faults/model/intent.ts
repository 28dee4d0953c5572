import type { ServerEffect } from '#tests/faults/sim/sim-server.ts'

// What people asked for, as they remember it: the model that a run is judged by. It knows nothing of how the product
// queues or sends; it knows what was asked, what the screen said, and what the server's own log shows.

/** One thing that a person asked of one record on one device. */
export interface Intent {
  /** Its place among everything that was asked in the run. */
  n: number
  /** Its place in the order in which its record's intents have their effects: where it stands in another one's stead, there. */
  place: number
  device: string
  actorId: string
  entity: 'listing' | 'event'
  /** A listing's id; an event's title, which is its own. */
  record: string
  /** 'status:approved', 'delete', 'reason:...', 'create', 'note:...': as an effect would be called. */
  deed: string
  /** Of a reason: the key of the rejection that it explains. */
  explains?: string
  /** True time, epoch milliseconds. */
  askedAt: number
  answeredAt: number | null
  /** How many calls had left the device when it was asked. */
  callsBefore: number
  /** asked: no word came, as when the tab died. The others are what the screen said. */
  state: 'asked' | 'saved' | 'unchanged' | 'cancelled' | 'refused'
  /** Its place among the intents when the screen had said so; null before. */
  savedAtLook: number | null
  /** The key that the change goes by, once it is saved. */
  key: string | null
  /** Taken back or given up by the person; 'unclear' when the tab died over it. */
  end: 'undone' | 'given-up' | 'unclear' | null
}

/** A reason is no word on what a listing is: it belongs to a rejection. */
export function isReason({ deed }: Pick<Intent, 'deed'>): boolean {
  return deed.startsWith('reason:')
}

/** What became of one record by one actor, in the order in which the server did it. */
export interface RecordEffect {
  deed: string
  effect: ServerEffect
}

/** The server's effects, told apart by record: an event's by its title and by the note that each of them left. */
export function effectsByRecord(effects: readonly ServerEffect[]): Map<string, RecordEffect[]> {
  const byRecord = new Map<string, RecordEffect[]>()
  const titles = new Map<string, string>()
  const notes = new Map<string, unknown>()
  const add = (record: string, deed: string, effect: ServerEffect) => {
    byRecord.set(record, [...(byRecord.get(record) ?? []), { deed, effect }])
  }
  for (const effect of effects) {
    const { entity, entityId, deed, body } = effect
    if (entity === 'listing') {
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

/** Whether the server did it to this record: a listing by its id, an event by the title that it was made with. */
export function isAbout(
  effect: ServerEffect,
  entity: Intent['entity'],
  record: string,
  effects: readonly ServerEffect[],
): boolean {
  if (entity === 'listing') return effect.entityId === record
  const made = effects.find(({ deed, body }) => deed === 'create' && body?.['title'] === record)
  return made !== undefined && made.entityId === effect.entityId
}
