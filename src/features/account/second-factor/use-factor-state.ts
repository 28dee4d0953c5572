import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getFactorState } from '#src/api/account/second-factor-api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { useAccountRequest } from '#src/features/account/use-account-request.ts'
import { useUserId } from '#src/session/use-session.ts'

/** The person's two-step sign-in as the server has it. Nothing is stored on the device. */
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

/** Sends one change of two-step sign-in at a time, and provides the error message of a failed change. */
export function useFactorRequest() {
  const request = useAccountRequest(sentenceOf)

  /** Returns the result; null after a failure, or if another request is running. */
  async function send<Result>(ask: () => Promise<Result>): Promise<Result | null> {
    const answers: Result[] = []
    await request.send(async () => answers.push(await ask()))
    return answers[0] ?? null
  }

  return { ...request, send }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  if (error.kind !== 'no-answer') return error.serverMessage ?? 'The server refused it.'
  return 'The server cannot be reached. Two-step sign-in can be seen and changed only online.'
}
