import { type Change, type ChangeError, isUnsent } from '#src/domain/change.ts'
import { wordsOf } from './kinds/kind-words.ts'
import { REASON_REQUIRED } from './kinds/listing/listing-words.ts'
import { NOT_ALLOWED, type TroubleMessages } from './kinds/shared-words.ts'

// Explains why a change failed and what the user can do: by the answer's code, else by its status, else with the
// server's own message, which is shown but never parsed.

export interface Trouble {
  why: string
  advice: string
  /** Field errors of an event that `why` does not mention. */
  fields: readonly string[]
  /** Whether a retry can succeed. A server with idempotency keys repeats a refusal that it has stored. */
  canSendAgain: boolean
  /** The record no longer exists, so there is nothing to open. */
  isGone: boolean
}

/** Null without a problem, and for a conflict, which has its own texts. */
export function findTrouble(change: Change): Trouble | null {
  const { state, lastError, isKeyed } = change
  const isTried = state === 'waiting' && !isUnsent(change)
  const error = lastError ?? (state === 'parked' ? NO_STORED_ERROR : null)
  if (!error || !(isTried || state === 'parked')) return null
  const known = messagesFor(change, error)
  const why = known.why ?? (error.message.trim() || defaultReason(change, error))
  return {
    why,
    advice: known.advice,
    fields: Object.values(error.fields ?? {}).filter((sentence) => sentence !== why),
    canSendAgain: !isKeyed || !known.isFinal,
    isGone: state === 'parked' && error.status === 404,
  }
}

function messagesFor(change: Change, { code, status }: ChangeError): TroubleMessages {
  if (change.state === 'waiting') return { advice: 'It is sent again by itself.' }
  const known = code === null ? undefined : wordsOf(change).troubles[code]
  const general = status === null ? undefined : BY_STATUS[status]
  const advice = wordsOf(change).advice ?? 'Send it again, or discard it.'
  return known ?? general ?? { advice }
}

/** Stands in for the answer to a refused change if an earlier build removed that answer at a sign-out. */
const NO_STORED_ERROR: ChangeError = { status: null, code: null, message: '' }

/** The reason to show if a sign-out has removed the server's message. */
function defaultReason({ state }: Change, { status }: ChangeError): string {
  if (state === 'parked') {
    return 'The server did not take this change. Its reason was not kept over the sign-out.'
  }
  if (status === null) return 'No answer from the server.'
  if (status === 401) return 'The sign-in had ended before it could be sent.'
  return 'The server could not take this change yet.'
}

/** Whether a refused rejection can be sent again with another reason. */
export function wantsReason({ state, action, lastError }: Change): boolean {
  const code = lastError?.code
  const isRejection = action.kind === 'status' && action.to === 'rejected'
  return (
    state === 'parked' && isRejection && (code === REASON_REQUIRED || code === 'reason-unknown')
  )
}

/** Messages for an answer without a known code. Without `why`, screens show the server's own message. */
const BY_STATUS: Readonly<Record<number, TroubleMessages>> = {
  403: { advice: NOT_ALLOWED.advice },
  404: {
    advice: 'It no longer exists, so there is nothing left to change. Discard this change.',
    isFinal: true,
  },
  422: { advice: 'Open it and decide again, send this again, or discard it.' },
  428: {
    why: 'The server wants to know which version you saw, but this change does not have it.',
    advice: 'Open it, check it and decide again, or discard this change.',
    isFinal: true,
  },
}
