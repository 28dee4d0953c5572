import { EVENT_FIELD_NAMES, type EventFields, type EventPatch } from './market-event.ts'

// What a person can do to an event of theirs, and how changes that were never sent become one.

export type EventAction =
  | {
      kind: 'create'
      fields: EventFields
      /**
       * Ids of events that said the same when this one was made: not its own, should its answer be lost and the list be
       * asked. Null when the list was not known.
       */
      twins: readonly string[] | null
    }
  | { kind: 'update'; patch: EventPatch }
  | { kind: 'delete' }

/**
 * Changes that had no effect on the server as one: an event made and edited is made so, edited twice it is edited once,
 * and a deletion stands for whatever was before it.
 */
export function foldEventActions(first: EventAction, ...rest: readonly EventAction[]): EventAction {
  return rest.reduce(foldTwo, first)
}

function foldTwo(earlier: EventAction, next: EventAction): EventAction {
  if (next.kind !== 'update') return next
  if (earlier.kind === 'create') {
    return { ...earlier, fields: { ...earlier.fields, ...next.patch } }
  }
  if (earlier.kind === 'update') return { ...next, patch: { ...earlier.patch, ...next.patch } }
  return next
}

/** Whether a change asks for nothing new: deleted already, or no field differs. */
export function isEventActionWanted(pending: EventAction | null, next: EventAction): boolean {
  if (next.kind === 'delete') return pending?.kind === 'delete'
  return next.kind === 'update' && Object.keys(next.patch).length === 0
}

/** The title that a change gives the event; undefined when it leaves it alone. */
export function titleOf(action: EventAction): string | null | undefined {
  if (action.kind === 'create') return action.fields.title
  return action.kind === 'update' ? action.patch.title : undefined
}

/** The fields of a new event as they go over the wire: what is not said is left out. */
export function wireFieldsOf(fields: EventFields): EventPatch {
  const said = EVENT_FIELD_NAMES.filter((name) => fields[name] !== null)
  return Object.fromEntries(said.map((name) => [name, fields[name]]))
}
