import { type Mail, PRODUCT_NAME } from '#server/platform/mail/mail.ts'
import type { DecisionKind } from '#src/domain/message.ts'

const SUBJECTS: Readonly<Record<DecisionKind, string>> = {
  approved: 'Your listing is live',
  rejected: 'Your listing was rejected',
  'changes-needed': 'Your listing needs changes',
}

const FIRST: Readonly<Record<DecisionKind, (listing: string) => string>> = {
  approved: (listing) => `${listing} was approved and is live on ${PRODUCT_NAME}.`,
  rejected: (listing) => `${listing} was checked and cannot be shown on ${PRODUCT_NAME}.`,
  'changes-needed': (listing) =>
    `${listing} was checked and needs changes before it can be shown on ${PRODUCT_NAME}.`,
}

const LAST: Readonly<Record<DecisionKind, string>> = {
  approved: 'Open your listing',
  rejected: 'Open your listing to change it and submit it again',
  'changes-needed': 'Open your listing, correct it and submit it again',
}

export interface DecisionMail {
  kind: DecisionKind
  title: string | null
  reason: { sentence: string; note: string } | null
  listingUrl: string
}

/** Announces a decision about a listing, with the reason if there is one. */
export function composeDecisionMail({ kind, title, reason, listingUrl }: DecisionMail): Mail {
  const listing = title === null ? 'Your listing' : `Your listing "${title}"`
  return {
    subject: SUBJECTS[kind],
    text: [
      FIRST[kind](listing),
      reason?.sentence,
      reason?.note && `Note from our reviewer: ${reason.note}`,
      `${LAST[kind]}:\n${listingUrl}\n`,
    ]
      .filter(Boolean)
      .join('\n\n'),
  }
}
