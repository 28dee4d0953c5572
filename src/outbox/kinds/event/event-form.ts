import { type EventChange, newIdFor } from '#src/domain/change.ts'
import { EVENT_FIELD_NAMES } from '#src/domain/event/market-event.ts'
import type { EventDraft } from '../change-draft.ts'
import type { StoredForm } from '../change-kind.ts'
import { isRow, isText, orNull, type Row } from '../field-checks.ts'

export const EVENT_FORM: StoredForm<EventChange, EventDraft> = {
  checks: {
    action: isEventAction,
    earlier: (value) => Array.isArray(value) && value.every(isEventAction),
    ackedResult: orNull(isRow),
  },
  begin(fresh, { entity, entityId, action, earlier = [] }, key) {
    return {
      ...fresh,
      earlier,
      ackedResult: null,
      entity,
      entityId: entityId ?? newIdFor(key),
      action,
    }
  },
  confirm: ({ event }) => ({ ackedResult: event }),
}

function isEventAction(action: unknown): boolean {
  if (!isRow(action)) return false
  const { kind, fields, twins, patch } = action
  if (kind === 'create') return hasFields(fields) && orNull(areNames)(twins)
  if (kind === 'update')
    return isRow(patch) && EVENT_FIELD_NAMES.every((name) => isPart(patch, name))
  return kind === 'delete'
}

function hasFields(fields: unknown): boolean {
  return isRow(fields) && EVENT_FIELD_NAMES.every((name) => orNull(isText)(fields[name]))
}

function isPart(patch: Row, name: string): boolean {
  return patch[name] === undefined || orNull(isText)(patch[name])
}

function areNames(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
}
