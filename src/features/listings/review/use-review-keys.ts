import { APPROVE, REJECT } from '#src/domain/listing/listing-commands.ts'
import { useScreenActions } from '#src/ui/screen-actions.ts'
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
  useScreenActions([
    { key: APPROVE.key, label: 'Accept', run: () => void review.decide('approved') },
    { key: REJECT.key, label: REJECT.label, run: () => void review.decide('rejected') },
    { key: 'j', label: 'Skip to the next property', run: review.skip },
    { key: 'k', label: 'Previous property', run: review.goBack },
    { key: 'u', label: 'Undo the last decision', run: () => void review.undo() },
    ...(onExplain ? [{ key: 'e', label: 'Explain the rejection', run: onExplain }] : []),
    { key: '?', label: 'Show the keys of the review', run: onHelp },
  ])
  useKeys(
    {
      z: () => void review.undo(), // the key for this on every other screen
      ...Object.fromEntries(DIGITS.map((digit) => [digit, () => onDigit(Number(digit))])),
    },
    hasKeys,
  )
}

const DIGITS = [...'123456789']
