import { APPROVE, REJECT } from '#src/domain/listing/listing-commands.ts'
import { useKeys } from '#src/ui/use-keys.ts'
import type { Review } from './use-review.ts'

interface ReviewKeysOptions {
  /** Single-letter keys are on. */
  hasKeys: boolean
  /** Opens the reasons for the listing just rejected; undefined when there is no such listing. */
  onExplain: (() => void) | undefined
  /** The same, with the reason at this place of the list chosen, counted from 1. */
  onDigit: (place: number) => void
  onHelp: () => void
  onClose: () => void
}

/** The single-key shortcuts of review mode, with the letters that are usual in triage tools. */
export function useReviewKeys(
  review: Review,
  { hasKeys, onExplain, onDigit, onHelp, onClose }: ReviewKeysOptions,
) {
  useKeys({ Escape: onClose })
  useKeys(
    {
      j: review.skip,
      k: review.goBack,
      [APPROVE.key]: () => void review.decide('approved'),
      [REJECT.key]: () => void review.decide('rejected'),
      u: () => void review.undo(),
      z: () => void review.undo(), // the key for this on every other screen
      e: () => onExplain?.(),
      '?': onHelp,
      ...Object.fromEntries(DIGITS.map((digit) => [digit, () => onDigit(Number(digit))])),
    },
    hasKeys,
  )
}

const DIGITS = [...'123456789']
