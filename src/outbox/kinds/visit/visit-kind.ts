import type { QueuedVisit } from '#src/domain/change.ts'
import { listingOfVisits, VISIT_ANSWERS } from '#src/domain/visit/visit.ts'
import { DONE, noAnswer } from '../answer-verdict.ts'
import { mergeNothing } from '../apart-merging.ts'
import type { VisitDraft } from '../change-draft.ts'
import type { ChangeKind } from '../change-kind.ts'
import { isCount, isName, isOneOf, isRow, isText, orNull } from '../field-checks.ts'

const isAnswer = isOneOf(VISIT_ANSWERS)

/**
 * A visit to a property. Each is one of its own, and waits for no decision. Those with photos are sent by code that only pages
 * load (photos/visit-attempt.ts).
 */
export const VISIT_KIND: ChangeKind<QueuedVisit, VisitDraft> = {
  form: {
    checks: {
      action: (action) =>
        isRow(action) &&
        action['kind'] === (Array.isArray(action['files']) ? 'visit-with-photos' : 'visit') &&
        isVisit(action['visit']),
    },
    begin: (fresh, { entity, entityId, action }) => ({ ...fresh, entity, entityId, action }),
  },
  merging: mergeNothing(),
  sending: {
    requestOf({ entityId, action }) {
      if ('files' in action) return null
      const listingId = encodeURIComponent(listingOfVisits(entityId))
      return {
        method: 'POST',
        path: `/admin/properties/${listingId}/visits`,
        body: action.visit,
        version: null,
      }
    },
  },
  reading: {
    // Only the repeated key proves whose answer it is.
    hasRecord: () => false,
    readSuccess: (_, { body }) => (body?.['success'] === true ? DONE : noAnswer()),
  },
}

function isVisit(visit: unknown): boolean {
  if (!isRow(visit) || !isName(visit['id']) || !isName(visit['at'])) return false
  const { answers, note, place } = visit
  return Array.isArray(answers) && answers.every(isAnswered) && isText(note) && isPlace(place)
}

function isAnswered(item: unknown): boolean {
  return isRow(item) && isName(item['id']) && isName(item['label']) && isAnswer(item['answer'])
}

const isPlace = orNull(
  (place) => isRow(place) && isCount(place['latitude']) && isCount(place['longitude']),
)
