import { useMemo } from 'react'
import type { EventAction } from '#src/domain/event/event-change.ts'
import {
  type EventFields,
  findPatch,
  isSameEvent,
  type MarketEvent,
} from '#src/domain/event/market-event.ts'
import { type EventOverlay, foldEventChanges } from './overlay/event-overlay.ts'
import { useOutboxParts, useOutboxSnapshot } from './use-outbox.ts'

/** The user's events for display: the server's list with local changes applied. */
export function useEventOverlay(
  rows: readonly MarketEvent[] | undefined,
  ackedBefore: number,
): EventOverlay {
  const { changes } = useOutboxSnapshot()
  return useMemo(
    () => foldEventChanges(rows ?? [], changes, ackedBefore),
    [rows, changes, ackedBefore],
  )
}

export interface EventActions {
  /**
   * `known` is the list on the screen; null when there is none. Resolves to true once the event is safe on the device.
   */
  create(fields: EventFields, known: readonly MarketEvent[] | null): Promise<boolean>
  /** `event` is the event as shown on the screen; only changed fields are sent. */
  update(event: MarketEvent, fields: EventFields): Promise<boolean>
  remove(event: MarketEvent): Promise<boolean>
}

/** `onNotSaved` reports a change that the device cannot store; nothing is shown or sent. */
export function useEventActions(onNotSaved: (error: unknown) => void): EventActions {
  const { outbox } = useOutboxParts()
  const queue = async (event: MarketEvent | null, action: EventAction): Promise<boolean> => {
    try {
      await outbox.queueEvent(event, action)
      return true
    } catch (error) {
      onNotSaved(error)
      return false
    }
  }
  return {
    create: (fields, known) =>
      queue(null, { kind: 'create', fields, twins: findDuplicateIds(fields, known) }),
    update: (event, fields) => queue(event, { kind: 'update', patch: findPatch(event, fields) }),
    remove: (event) => queue(event, { kind: 'delete' }),
  }
}

function findDuplicateIds(
  fields: EventFields,
  known: readonly MarketEvent[] | null,
): string[] | null {
  if (!known) return null
  return known.filter((event) => isSameEvent(fields, event)).map(({ id }) => id)
}
