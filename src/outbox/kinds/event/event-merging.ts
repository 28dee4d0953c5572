import { type Change, type EventChange, isNewId, isUnsent } from '#src/domain/change.ts'
import {
  foldEventActions,
  isEventActionRedundant,
  titleOf,
} from '#src/domain/event/event-change.ts'
import { type EventFields, isSameEvent } from '#src/domain/event/market-event.ts'
import type { EventDraft } from '../change-draft.ts'
import type { MergeRule } from '../change-kind.ts'

const MAX_STEPS = 20 // more undo steps than a person needs

export const EVENT_MERGING: MergeRule<EventChange, EventDraft> = {
  isAlreadyWanted: (pending, { action }) => isEventActionRedundant(pending?.action ?? null, action),
  fold: (unsent, draft) => foldEvents([unsent], draft),
  refold: (unsent, { entityName, action, earlier = [] }) => ({
    ...unsent,
    entityName,
    action,
    earlier,
  }),
  listResolvable: (earlier) => earlier,
  foldStuck: foldEvents,
  withServersId(draft, earlier) {
    const { entityId } = draft
    if (entityId === null || !isNewId(entityId)) return draft
    const created = earlier.find((one) => one.entityId === entityId && one.state === 'acked')
    const eventId = created?.entity === 'event' ? created.ackedResult?.id : null
    return eventId ? { ...draft, entityId: eventId } : draft
  },
  stepBack(change) {
    const action = change.earlier.at(-1)
    if (!action) return null
    const entityName = titleOf(action) ?? change.entityName
    return { ...change, entityName, action, earlier: change.earlier.slice(0, -1) }
  },
  /** A deletion of an event that the server does not know. */
  isNothing: (change) =>
    change.action.kind === 'delete' && isNewId(change.entityId) && isUnsent(change),
  /** The later changes of a created event. */
  listMeaningless(all, { action, entityId, seq }) {
    if (action.kind !== 'create') return []
    return all.filter((one) => one.entityId === entityId && one.seq > seq)
  },
  isOfRecordOnly: false,
  rebase(change, acked, { event }) {
    const eventId = event?.id
    if (!eventId || acked.entity !== 'event' || acked.action.kind !== 'create') return change
    if (change.entityId === acked.entityId) return { ...change, entityId: eventId }
    return isDuplicate(change, acked.action) ? withDuplicate(change, eventId) : change
  },
  /** An event that was found in the list, and has confirmed another create of this device. */
  isTaken(all, claimed, { isFound, event }) {
    const eventId = event?.id
    return Boolean(isFound && eventId) && all.some((one) => isCreatedAs(one, claimed, eventId))
  },
}

function isCreatedAs(change: Change, claimed: EventChange, eventId: string | null | undefined) {
  return (
    change.entity === 'event' &&
    change.seq !== claimed.seq &&
    change.action.kind === 'create' &&
    change.ackedResult?.id === eventId
  )
}

function foldEvents(
  [first, ...rest]: readonly [EventChange, ...EventChange[]],
  draft: EventDraft,
): EventDraft {
  const before = foldEventActions(first.action, ...rest.map(({ action }) => action))
  const earlier = [...first.earlier, before].slice(-MAX_STEPS)
  // An edit after a delete undoes the delete.
  const standing = before.kind === 'delete' ? (earlier.at(-2) ?? before) : before
  const action = foldEventActions(standing, draft.action)
  const entityName = titleOf(action) ?? draft.entityName
  return { ...draft, entityId: first.entityId, entityName, action, earlier }
}

function isDuplicate({ action }: EventChange, created: { fields: EventFields }): boolean {
  return action.kind === 'create' && isSameEvent(action.fields, created.fields)
}

/** Notes in a create that an equal event on the server, with this id, comes from another create. */
function withDuplicate(change: EventChange, eventId: string): EventChange {
  if (change.action.kind !== 'create') return change
  const twins = change.action.twins && [...change.action.twins, eventId]
  return { ...change, action: { ...change.action, twins } }
}
