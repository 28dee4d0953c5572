import { ApiError } from './api-error.ts'

/** The message for a failed call of an online-only screen. @throws any error that is not an ApiError: it is a defect */
export function describeOnlineFailure(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  if (error.kind !== 'no-answer') return error.serverMessage ?? 'The server refused it.'
  return 'The server cannot be reached. This works only online.'
}
