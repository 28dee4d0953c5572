import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  EVENT_FIELD_NAMES,
  type EventFields,
  type MarketEvent,
} from '#src/domain/event/market-event.ts'
import { focusFirstInvalid } from '#src/ui/form/invalid-focus.ts'
import {
  type EventFieldErrors,
  type FieldName,
  isTyped,
  readFields,
  showFields,
} from './typed-event.ts'
import { useEventDraft } from './use-event-draft.ts'

export interface EventFormOptions {
  eventId: string
  /** The temporary id that this device gave the event; null if it gave none. */
  formerId: string | null
  /** Null for a new event. */
  event: MarketEvent | null
  /** The server's field errors, if it refused the last change. */
  refused: EventFieldErrors
  /** Resolves to true once the event is stored on the device. */
  onSave: (fields: EventFields) => Promise<boolean>
  onSaved: () => void
}

/** The values and errors of an event's form. Errors show on saving, and after that per field on blur. */
export function useEventForm(options: EventFormOptions) {
  const { eventId, formerId, event, refused, onSave, onSaved } = options
  const [typed, setTyped, clearTyped] = useEventDraft(eventId, formerId)
  const [errors, setErrors] = useState<EventFieldErrors>(refused)
  const [hasTried, setTried] = useState(false)
  const preserved = usePreservedDraftNote(isTyped(event, typed))
  const isOpen = useIsMounted()
  const isSaving = useRef(false)

  function check(form: HTMLFormElement): { fields: EventFields | null; errors: EventFieldErrors } {
    const read = readFields(event, typed)
    const unfinished = findUnfinished(form)
    const isWhole = Object.keys(unfinished).length === 0
    return { fields: isWhole ? read.fields : null, errors: { ...read.errors, ...unfinished } }
  }

  return {
    shown: showFields(event, typed),
    errors,
    wasPreserved: preserved.isShown,

    type(name: FieldName, value: string): void {
      preserved.settle()
      setTyped((before) => ({ ...before, [name]: value }))
    },

    startOver(): void {
      clearTyped()
      setErrors({})
      setTried(false)
      preserved.hide()
    },

    async submit(submission: FormEvent<HTMLFormElement>): Promise<void> {
      submission.preventDefault()
      if (isSaving.current) return
      const form = submission.currentTarget
      const checked = check(form)
      flushSync(() => {
        setTried(true)
        setErrors(checked.errors)
      })
      if (!checked.fields) return focusFirstInvalid(form)
      isSaving.current = true
      const isSaved = await onSave(checked.fields)
      isSaving.current = false
      if (!isSaved) return
      clearTyped()
      if (isOpen.current) onSaved()
    },

    checkLeft({ target, currentTarget }: FocusEvent<HTMLFormElement>): void {
      if (!hasTried) return
      const left = namesTogether(target.getAttribute('name'))
      const found = check(currentTarget).errors
      setErrors((before) => withErrors(before, left, found))
    },
  }
}

/** Whether to show that a draft was restored. The note stays while the person continues to type. */
function usePreservedDraftNote(isTypedNow: boolean) {
  const [state, setState] = useState<'unknown' | 'shown' | 'hidden'>('unknown')
  if (state === 'unknown' && isTypedNow) setState('shown')
  return {
    isShown: state === 'shown',
    /** Call at each edit. If no note is shown before the first edit, none appears later: nothing was restored. */
    settle: () => setState((now) => (now === 'unknown' ? 'hidden' : now)),
    hide: () => setState('hidden'),
  }
}

function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

/** Errors for inputs whose text is no date and time: their value is '', so the schema would take them for empty. */
function findUnfinished(form: HTMLFormElement): EventFieldErrors {
  return Object.fromEntries(
    EVENT_FIELD_NAMES.flatMap((name) => {
      const input = form.elements.namedItem(name)
      return input instanceof HTMLInputElement && input.validity.customError
        ? [[name, input.validationMessage]]
        : []
    }),
  )
}

/** The start and the end are validated together. */
function namesTogether(name: string | null): readonly FieldName[] {
  const isTime = name === 'startsAt' || name === 'endsAt'
  return EVENT_FIELD_NAMES.filter((one) =>
    isTime ? one === 'startsAt' || one === 'endsAt' : one === name,
  )
}

function withErrors(
  before: EventFieldErrors,
  names: readonly FieldName[],
  found: EventFieldErrors,
): EventFieldErrors {
  const others = EVENT_FIELD_NAMES.filter((name) => !names.includes(name))
  const pick = (from: EventFieldErrors, wanted: readonly FieldName[]) =>
    wanted.flatMap((name) => (from[name] ? [[name, from[name]] as const] : []))
  return Object.fromEntries([...pick(before, others), ...pick(found, names)])
}
