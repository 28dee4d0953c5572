import { useKeys } from '#src/ui/use-keys.ts'
import type { Review } from './use-review.ts'

interface ReviewKeysOptions {
  /** Keys of a single letter are on. */
  hasKeys: boolean
  onHelp: () => void
  onClose: () => void
}

/** What review mode does by one key each: the letters that people who triage have in their fingers. */
export function useReviewKeys(review: Review, { hasKeys, onHelp, onClose }: ReviewKeysOptions) {
  useKeys({ Escape: onClose })
  useKeys(
    {
      j: review.skip,
      k: review.goBack,
      a: () => void review.decide('approved'),
      r: () => void review.decide('rejected'),
      u: () => void review.undo(),
      '?': onHelp,
    },
    hasKeys,
  )
}
