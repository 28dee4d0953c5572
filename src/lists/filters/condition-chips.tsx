import { XIcon } from 'lucide-react'
import { sayCondition } from '#src/domain/query/condition-words.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import type { ListConditions } from './use-conditions.ts'
import './filters.css'

/** The conditions on a list, each with a button that removes it, and what of the address is none. */
export function ConditionChips<Row>({
  list,
  shownElsewhere = NONE,
  count,
}: ConditionChipsProps<Row>) {
  const { fields, conditions, problems, set } = list
  const chips = conditions.flatMap((condition) => {
    const field = fields.find(({ name }) => name === condition.name)
    if (!field || shownElsewhere.includes(field.name)) return []
    return [{ name: field.name, words: sayCondition(condition, field) }]
  })
  if (chips.length + problems.length === 0) return null
  return (
    <div className="conditions">
      {problems.length > 0 && (
        <Notice tone="neutral">
          {`This address has a filter that does not exist here, and that was left out. ${problems.join(' ')}`}
        </Notice>
      )}
      {chips.length > 0 && (
        <ul className="condition-chips" aria-label="Filters">
          {chips.map(({ name, words }) => (
            <li key={name}>
              <Button
                size="small"
                aria-label={`Remove the filter “${words}”`}
                onClick={() => set(name, null)}
              >
                <span>{words}</span> <XIcon size={14} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {count !== undefined && chips.length > 0 && (
        <p className="condition-count" role="status">
          {count}
        </p>
      )}
    </div>
  )
}

const NONE: readonly string[] = []

interface ConditionChipsProps<Row> {
  list: ListConditions<Row>
  /** The fields whose conditions the list shows in another way. */
  shownElsewhere?: readonly string[]
  /** How many rows pass, if the toolbar of the list does not say it. */
  count?: string
}
