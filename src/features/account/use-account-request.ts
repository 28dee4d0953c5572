import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'

interface Failure {
  sentence: string
  /** The server's error for each field. */
  fields: Readonly<Record<string, string>>
}

/** Sends one change of the person's account at a time, and provides the error message of a failed change. */
export function useAccountRequest(sentenceFor = describeOnlineFailure) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  /** Returns whether the request succeeded; false if another request is in flight. */
  async function send(request: () => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setFailure(null)
    try {
      await request()
      return true
    } catch (error) {
      setFailure({
        sentence: sentenceFor(error),
        fields: error instanceof ApiError ? error.fields : {},
      })
      return false
    } finally {
      setBusy(false)
    }
  }

  const fields = failure?.fields ?? {}
  const isOfField = Object.values(fields).includes(failure?.sentence ?? '')
  return {
    isBusy,
    fields,
    /** The error message; null if a field shows it. */
    problem: isOfField ? null : (failure?.sentence ?? null),
    send,
  }
}
