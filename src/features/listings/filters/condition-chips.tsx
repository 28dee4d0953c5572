import { XIcon } from 'lucide-react'
import { LISTING_FIELDS } from '#src/domain/listing/listing-fields.ts'
import { type Condition, sayCondition } from '#src/domain/query/condition.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import type { ListingConditions } from './use-listing-conditions.ts'
import './filters.css'

/** The conditions on the list, each with a button that removes it, and what of the address is none. */
export function ConditionChips({ conditions, problems, set }: ListingConditions) {
  if (conditions.length + problems.length === 0) return null
  return (
    <div className="conditions">
      {problems.length > 0 && (
        <Notice tone="neutral">
          {`This address has a filter that does not exist here, and that was left out. ${problems.join(' ')}`}
        </Notice>
      )}
      {conditions.length > 0 && (
        <ul className="condition-chips" aria-label="Filters">
          {conditions.map((condition) => (
            <li key={condition.name}>
              <ConditionChip condition={condition} onRemove={() => set(condition.name, null)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function ConditionChip({ condition, onRemove }: ConditionChipProps) {
  const field = LISTING_FIELDS.find(({ name }) => name === condition.name)
  if (!field) return null
  const words = sayCondition(condition, field)
  return (
    <Button size="small" aria-label={`Remove the filter “${words}”`} onClick={onRemove}>
      <span>{words}</span> <XIcon size={14} aria-hidden />
    </Button>
  )
}

interface ConditionChipProps {
  condition: Condition
  onRemove: () => void
}
