import { EVENT_FIELD_NAMES, type EventFields, type EventPatch } from './market-event.ts'

// The user's actions on their events, and how unsent actions are folded into one.

export type EventAction =
  | {
      kind: 'create'
      fields: EventFields
      /**
       * Ids of identical events that existed before this create. If the answer is lost, the lookup of the new event in
       * the list skips them. Null if the list was unknown.
       */
      twins: readonly string[] | null
    }
  | { kind: 'update'; patch: EventPatch }
  | { kind: 'delete' }

/**
 * Folds unsent actions into one: a create and an update become one create, two updates become one update, a delete
 * replaces all earlier actions, and an update replaces a delete.
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

/** Whether `next` would have no effect: it is a second delete, or an update of no field. */
export function isEventActionRedundant(pending: EventAction | null, next: EventAction): boolean {
  if (next.kind === 'delete') return pending?.kind === 'delete'
  return next.kind === 'update' && Object.keys(next.patch).length === 0
}

/** The title that a change gives the event; undefined if it does not change the title. */
export function titleOf(action: EventAction): string | null | undefined {
  if (action.kind === 'create') return action.fields.title
  return action.kind === 'update' ? action.patch.title : undefined
}

/** The request fields of a new event, without the null fields. */
export function wireFieldsOf(fields: EventFields): EventPatch {
  const said = EVENT_FIELD_NAMES.filter((name) => fields[name] !== null)
  return Object.fromEntries(said.map((name) => [name, fields[name]]))
}
