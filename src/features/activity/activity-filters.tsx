import './activity.css'
import { useMemo, useState } from 'react'
import type { ActivityScope } from '#src/api/team/activity-api.ts'
import { AUDIT_ACTIONS, type AuditEntry } from '#src/domain/audit.ts'
import { nameAction } from '#src/domain/audit-entry-words.ts'
import { toIndianInput } from '#src/domain/dates.ts'
import { nameActor } from '#src/domain/history.ts'
import { useUserId } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { DateInput } from '#src/ui/form/dates/date-input.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { SearchInput } from '#src/ui/form/search-input.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { useMediaQuery } from '#src/ui/use-media-query.ts'
import type { ActivityForm } from './use-activity-search.ts'

interface ActivityFiltersProps {
  scope: ActivityScope
  form: ActivityForm
  /** The person filter offers the people of these entries. */
  entries: readonly AuditEntry[]
}

export function ActivityFilters({ scope, form: { values, set }, entries }: ActivityFiltersProps) {
  const people = usePeople(entries, values.by)
  const isWide = useMediaQuery(WIDE)
  const today = toIndianInput(Date.now()).slice(0, DAY_CHARS)
  const used = Object.values(values).filter(Boolean).length
  const [isOpen, setOpen] = useState(isWide || used > 0)
  return (
    <details
      className="activity-filters"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{used > 0 ? `Filters (${used})` : 'Filters'}</summary>
      <div className="activity-fields">
        <Field label="Person">
          {(input) => (
            <Select {...input} value={values.by} onChange={({ target }) => set('by', target.value)}>
              <option value="">Everyone</option>
              {people.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {scope === 'activity' && (
          <Field label="Kind">
            {(input) => (
              <Select
                {...input}
                value={values.kind}
                onChange={({ target }) => set('kind', target.value)}
              >
                <option value="">Everything</option>
                {AUDIT_ACTIONS.map((action) => (
                  <option key={action} value={action}>
                    {nameAction(action)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label="Device">
          {(input) => (
            <SearchInput
              {...input}
              placeholder="Chrome, Android, ..."
              value={values.device}
              onChange={({ target }) => set('device', target.value)}
              onClear={() => set('device', '')}
            />
          )}
        </Field>
        <Day label="From" day={values.from} onDay={(day) => set('from', day)} />
        <Day label="To" day={values.to} onDay={(day) => set('to', day)} />
        <Button
          aria-disabled={values.from === today}
          onClick={() => {
            set('from', today)
            set('to', '')
          }}
        >
          Today
        </Button>
      </div>
    </details>
  )
}

const WIDE = '(min-width: 48rem)' // on narrower screens, the filters are collapsed at first, unless one is set
const DAY_CHARS = 'yyyy-mm-dd'.length

/** The ids and names of people, sorted by name. Always includes the chosen person. */
function usePeople(entries: readonly AuditEntry[], chosenId: string) {
  const readerId = useUserId()
  return useMemo(() => {
    const names = new Map(
      entries.map(({ actorId, by }) => [actorId, nameActor({ actorId, by }, readerId) ?? '']),
    )
    if (chosenId && !names.has(chosenId)) names.set(chosenId, 'Chosen person')
    return [...names].sort(([, one], [, other]) => one.localeCompare(other))
  }, [entries, chosenId, readerId])
}

function Day({ label, day, onDay }: { label: string; day: string; onDay: (day: string) => void }) {
  return (
    <Field label={label}>{(input) => <DateInput {...input} value={day} onValue={onDay} />}</Field>
  )
}
