import type { AppDeps } from '#server/platform/app-env.ts'
import { retryAfter, ServerError } from '#server/platform/http/server-error.ts'

const RETRY_S = 5 // for Retry-After; the server has already tried a remote store several times

/** The store failed or refused. The message has only the status and the error code of the store's answer. */
export class MediaStoreError extends Error {
  override name = 'MediaStoreError'
}

/** Runs store operations for a request. @throws ServerError 503 if the store fails (logged) */
export async function orUnavailable<Result>(
  { log }: Pick<AppDeps, 'log'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof MediaStoreError)) throw error
    log.error({ err: error }, 'the media store did not serve a request')
    const sentence =
      'Photos and videos are not available for a moment. Nothing was lost; try again soon.'
    throw new ServerError(503, 'no-media-store', sentence, retryAfter(RETRY_S))
  }
}
