import { ApiError } from './api-error.ts'

/** The sentence for a failed call of a screen that works only with a network. @throws anything but an ApiError, which is a defect */
export function describeOnlineFailure(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  if (error.kind !== 'no-answer') return error.serverMessage ?? 'The server refused it.'
  return 'The server cannot be reached. This works only online.'
}
