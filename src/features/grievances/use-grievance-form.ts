import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { ApiError } from '#src/api/api-error.ts'
import { sendGrievance } from '#src/api/grievance-api.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { makeRecordKey } from '#src/api/record-key.ts'
import { NewGrievanceSchema, type ReceivedGrievance } from '#src/domain/grievance/grievance.ts'
import { useDraft } from '#src/session/use-draft.ts'
import { useSession } from '#src/session/use-session.ts'
import { focusFirstInvalid } from '#src/ui/form/invalid-focus.ts'

const FIELDS = ['name', 'email', 'phoneNumber', 'kind', 'listing', 'text'] as const
export type GrievanceField = (typeof FIELDS)[number]
export type GrievanceErrors = Partial<Record<GrievanceField, string>>

/**
 * The form of a grievance. What was typed is kept in this tab until the server has it. `connect` loads and configures
 * the API client.
 */
export function useGrievanceForm(connect: () => Promise<unknown>) {
  const account = useSession()?.account
  const [draft, setDraft, clearDraft] = useDraft('grievance', {
    name: account?.fullName ?? '',
    email: account?.email ?? '',
    phoneNumber: '',
    kind: '',
    listing: '',
    text: '',
    /** Identifies the request after a lost answer; '' before the first try, and after each edit. */
    key: '',
  })
  const [errors, setErrors] = useState<GrievanceErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [received, setReceived] = useState<ReceivedGrievance | null>(null)
  const { formRef, focusFirstError } = useErrorFocus()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setProblem(null)
    const read = v.safeParse(NewGrievanceSchema, draft)
    setErrors(read.success ? {} : toErrors(read.issues))
    if (!read.success) return focusFirstError()
    const key = draft.key || makeRecordKey()
    setDraft((before) => ({ ...before, key }))
    setBusy(true)
    try {
      await connect()
      setReceived(await sendGrievance(read.output, key))
      clearDraft()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(fields)
      if (Object.keys(fields).length > 0) focusFirstError()
      else setProblem(`${describeOnlineFailure(error)} What you typed is kept.`)
    } finally {
      setBusy(false)
    }
  }

  return {
    draft,
    errors,
    problem,
    isBusy,
    received,
    formRef,
    submit,
    type(name: GrievanceField, value: string): void {
      setErrors((before) => ({ ...before, [name]: undefined }))
      setDraft((before) => ({ ...before, [name]: value, key: '' }))
    },
    sendAnother: () => setReceived(null),
  }
}

function toErrors(issues: readonly v.BaseIssue<unknown>[]): GrievanceErrors {
  const errors: GrievanceErrors = {}
  for (const { path, message } of issues) {
    const name = FIELDS.find((field) => field === path?.[0]?.key)
    if (name) errors[name] ??= message
  }
  return errors
}

/** Focuses the first invalid field once its error is on the screen. */
function useErrorFocus() {
  const formRef = useRef<HTMLFormElement>(null)
  const [rounds, setRounds] = useState(0)
  useEffect(() => {
    if (rounds > 0) focusFirstInvalid(formRef.current)
  }, [rounds])
  return { formRef, focusFirstError: () => setRounds((before) => before + 1) }
}
