import type { EventChange } from '#src/domain/change.ts'
import type { EventDraft } from '../change-draft.ts'
import type { ChangeKind } from '../change-kind.ts'
import { EVENT_READING } from './event-answers.ts'
import { EVENT_FORM } from './event-form.ts'
import { EVENT_MERGING } from './event-merging.ts'
import { EVENT_SENDING } from './event-sending.ts'

/** An end user's change of one of their events. */
export const EVENT_KIND: ChangeKind<EventChange, EventDraft> = {
  form: EVENT_FORM,
  merging: EVENT_MERGING,
  sending: EVENT_SENDING,
  reading: EVENT_READING,
}
