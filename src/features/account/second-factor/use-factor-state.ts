import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { getFactorState } from '#src/api/second-factor-api.ts'
import { useUserId } from '#src/session/use-session.ts'

/** The reader's two-step sign-in as the server has it. Nothing is stored on the device. */
export function useFactorState() {
  const client = useQueryClient()
  const queryKey = ['found', useUserId(), 'second-factor']
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => getFactorState(signal),
    staleTime: 0,
    gcTime: 0,
  })
  return {
    state: data,
    readFailure: error && sentenceOf(error),
    refetch: () => void refetch(),
    reload: () => client.invalidateQueries({ queryKey }),
  }
}

interface Failure {
  sentence: string
  /** The server's error for each field. */
  fields: Readonly<Record<string, string>>
}

/** A change of two-step sign-in: sends one request at a time, and words its failure. */
export function useFactorRequest() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  /** The result; null after a failure, or while another request runs. */
  async function send<Result>(request: () => Promise<Result>): Promise<Result | null> {
    if (isBusy) return null
    setBusy(true)
    setFailure(null)
    try {
      return await request()
    } catch (error) {
      setFailure({
        sentence: sentenceOf(error),
        fields: error instanceof ApiError ? error.fields : {},
      })
      return null
    } finally {
      setBusy(false)
    }
  }

  const fields = failure?.fields ?? {}
  const isOfField = Object.values(fields).includes(failure?.sentence ?? '')
  return {
    isBusy,
    fields,
    /** The failure, unless a field shows it. */
    problem: isOfField ? null : (failure?.sentence ?? null),
    send,
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  if (error.kind !== 'no-answer') return error.serverMessage ?? 'The server refused it.'
  return 'The server cannot be reached. Two-step sign-in can be seen and changed only online.'
}
