import { useMemo } from 'react'
import { FIRST_ORDER, makePlaceOf } from '#src/domain/due/queue-order.ts'
import { useReviewRules } from '#src/query-cache/use-review-rules.ts'
import { useSession } from '#src/session/use-session.ts'
import { useNow } from '#src/ui/use-now.ts'

/** The order that the owner of the panel has set, for the signed-in person, from the copy on the device until the server has answered. */
export function useQueueOrder() {
  const { value, isLoading } = useReviewRules()
  const order = value?.order ?? FIRST_ORDER
  const nowMs = useNow()
  // Only the end of a boost changes a place while nothing else does.
  const atMs = order === 'boost' ? nowMs : 0
  const readerId = useSession()?.account?.id
  const placeOf = useMemo(() => makePlaceOf(order, atMs, readerId), [order, atMs, readerId])
  return { order, isOrderKnown: !isLoading, placeOf }
}
