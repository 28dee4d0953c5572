import { type Change, type ChangeError, isUnsent, MAYBE_CREATED } from '#src/domain/change.ts'

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

function messagesFor({ state, entity }: Change, { code, status }: ChangeError): TroubleMessages {
  if (state === 'waiting') return { advice: 'It is sent again by itself.' }
  const known = code === null ? undefined : BY_CODE[entity][code]
  const general = status === null ? undefined : BY_STATUS[status]
  return known ?? general ?? { advice: 'Send it again, or discard it.' }
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

interface TroubleMessages {
  /** If absent, screens show the server's own message. */
  why?: string
  advice: string
  /** A retry cannot succeed: the server repeats its stored answer, or would refuse the request for the same reason. */
  isFinal?: boolean
}

const APP_FAULT: TroubleMessages = {
  why: 'The server did not understand this change. That is a fault of the app, not yours.',
  advice:
    'Save the outbox as a file for the people who run the app. Then discard this change and decide again.',
  isFinal: true,
}
const NOT_ALLOWED: TroubleMessages = {
  why: 'This account may not make this change.',
  advice: 'Send it again once the account may, or discard it.',
}

/** Whether a refused rejection can be sent again with another reason. */
export function wantsReason({ state, action, lastError }: Change): boolean {
  const code = lastError?.code
  const isRejection = action.kind === 'status' && action.to === 'rejected'
  return (
    state === 'parked' && isRejection && (code === REASON_REQUIRED || code === 'reason-unknown')
  )
}

/** The error code of a rejection without the reason that the owners of the panel require. */
export const REASON_REQUIRED = 'reason-required'

/** Codes that mean the same for listings and for events. */
const SHARED: Readonly<Record<string, TroubleMessages>> = {
  forbidden: NOT_ALLOWED,
  'not-allowed': {
    why: 'Your role does not allow this change any more.',
    advice: 'Ask the owner. Send it again once your role allows it, or discard it.',
  },
  'bad-key': APP_FAULT,
  'bad-if-match': APP_FAULT,
  'not-json': APP_FAULT,
  'url-too-long': APP_FAULT,
  'key-reused': {
    ...APP_FAULT,
    why: 'The server has used the key of this change for another one. That is a fault of the app, not yours.',
  },
  'cut-off': {
    why: 'The change was cut off on its way to the server.',
    advice: 'Send it again, or discard it.',
  },
}

const TOO_LONG: TroubleMessages = {
  why: 'This event is longer than the server takes.',
  advice: 'Open the event, shorten its note and save: that sends it again.',
}

const BY_CODE: Record<Change['entity'], Readonly<Record<string, TroubleMessages>>> = {
  listing: {
    ...SHARED,
    'invalid-input': APP_FAULT,
    'too-large': APP_FAULT,
    'not-found': {
      why: 'This listing was deleted on the server meanwhile.',
      advice: 'There is nothing left to decide about. Discard this change.',
      isFinal: true,
    },
    'decided-again': {
      why: 'This listing was decided again meanwhile, so this reason explains nothing any more.',
      advice: 'Open the listing to see its history. Discard this reason.',
      isFinal: true,
    },
    'reason-unknown': {
      why: 'This reason is not in the list any more.',
      advice: 'Open the listing and choose another one, or discard this.',
    },
    [REASON_REQUIRED]: {
      why: 'A rejection needs a reason by now, so the listing was not rejected.',
      advice: 'Give the reason: that rejects it. Or discard this change.',
    },
  },
  event: {
    ...SHARED,
    'invalid-input': {
      why: 'The server did not accept the event.',
      advice: 'Open the event, correct it and save: that sends it again.',
    },
    'too-large': TOO_LONG,
    'event-too-large': TOO_LONG,
    'too-many-events': {
      why: 'You have as many events as one person may have.',
      advice: 'Delete one that you no longer need, then send this again.',
    },
    'events-too-large': {
      why: 'Your events take up as much space as one account may have.',
      advice: 'Delete one that you no longer need, then send this again.',
    },
    'not-found': {
      why: 'This event was deleted on the server meanwhile.',
      advice: 'There is nothing left to change. Discard this: this also discards what you typed.',
      isFinal: true,
    },
    [MAYBE_CREATED]: {
      why: 'No answer came, and your list has an event that says the same.',
      advice: 'If it is this one, discard this change. If it is not, send it again.',
    },
  },
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
