import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setOrder } from '#src/api/team/review-rules-api.ts'
import {
  ORDER_LABELS,
  ORDER_SENTENCES,
  QUEUE_ORDERS,
  type QueueOrder,
} from '#src/domain/due/queue-order.ts'
import { describeTeamFailure } from '#src/features/team/use-team.ts'
import { Field } from '#src/ui/form/field.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { useRules } from './use-hours.ts'

/** In which order review mode shows the waiting listings. A choice is stored at once. */
export function OrderCard() {
  const client = useQueryClient()
  const { queryKey, data } = useRules()
  const change = useMutation({
    mutationFn: ({ order, version }: { order: QueueOrder; version: string }) =>
      setOrder(order, version),
    // Reload after a refusal too: another owner may have chosen.
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
  })
  if (!data) return null
  const order = change.isPending ? change.variables.order : data.order
  function choose(word: string) {
    const next = QUEUE_ORDERS.find((known) => known === word)
    if (data && next && !change.isPending) change.mutate({ order: next, version: data.version })
  }
  return (
    <Card as="section" aria-labelledby="order-title">
      <h3 className="section-title team-title" id="order-title">
        Order of review
      </h3>
      <div className="hours-order">
        <Field label="Show first" hint={ORDER_SENTENCES[order]}>
          {(input) => (
            <Select {...input} value={order} onChange={({ target }) => choose(target.value)}>
              {QUEUE_ORDERS.map((one) => (
                <option key={one} value={one}>
                  {ORDER_LABELS[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <p className="muted">
          Review mode follows it on every device, also without a network. A listing that is
          resubmitted during a review is still shown next if its turn is over.
        </p>
        {change.error && <Notice tone="negative">{describeTeamFailure(change.error)}</Notice>}
      </div>
    </Card>
  )
}
