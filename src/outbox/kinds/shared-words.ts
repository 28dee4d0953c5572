import type { Change } from '#src/domain/change.ts'

/** What screens say about the changes of one kind. */
export interface KindWords<Kind extends Change = Change> {
  /** What the record is called. */
  noun: 'listing' | 'event' | 'note'
  /** The path of the page that shows the record with this id. */
  pathOf(entityId: string): string
  /** The label of a change, such as 'Approve'. */
  labelOf(change: Kind): string
  /** What else waits with a change: '2 photos to send'. Null for nothing. */
  waitingOf?(change: Kind): string | null
  /** What discarding a change costs that the server has refused. */
  lossOf(change: Kind): string
  /** What screens announce when the change was sent, or finally refused. */
  outcomesOf(change: Kind): OutcomeMessages
  /** What "was already ... by" says that somebody has done to the record: 'approved'. Absent: 'deleted'. */
  participleOf?(change: Kind): string
  /** Whether a person typed a part of the change. */
  isTyped(change: Kind): boolean
  /** Messages by the error code of the answer. */
  troubles: Readonly<Record<string, TroubleMessages>>
  /** What to do about a refusal that no message knows. */
  advice?: string
}

export interface OutcomeMessages {
  done: string
  /** After a refusal in a 2xx answer (success:false). */
  declined: string
  /** After an error answer. */
  error: string
}

export interface TroubleMessages {
  /** If absent, screens show the server's own message. */
  why?: string
  advice: string
  /** A retry cannot succeed: the server repeats its stored answer, or would refuse the request for the same reason. */
  isFinal?: boolean
}

export const APP_FAULT: TroubleMessages = {
  why: 'The server did not understand this change. That is a fault of the app, not yours.',
  advice:
    'Save the outbox as a file for the people who run the app. Then discard this change and decide again.',
  isFinal: true,
}
export const NOT_ALLOWED: TroubleMessages = {
  why: 'This account may not make this change.',
  advice: 'Send it again once the account may, or discard it.',
}

/** Codes that mean the same for listings and for events. */
export const SHARED_TROUBLES: Readonly<Record<string, TroubleMessages>> = {
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
