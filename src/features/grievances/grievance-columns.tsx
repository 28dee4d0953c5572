import { formatAge, formatDate, formatDateTime } from '#src/domain/dates.ts'
import { GRIEVANCE_KIND_LABELS, type Grievance } from '#src/domain/grievance/grievance.ts'
import { grievanceUrgency } from '#src/domain/grievance/grievance-periods.ts'
import { sortKeyOf } from '#src/domain/query/sort-key.ts'
import { Badge } from '#src/ui/layout/badge.tsx'
import type { DataColumn } from '#src/ui/table/columns/data-columns.ts'
import { useNow } from '#src/ui/use-now.ts'

export const GRIEVANCE_COLUMNS: readonly DataColumn<Grievance>[] = [
  {
    id: 'number',
    header: 'Number',
    width: 124,
    isPinned: true,
    canPin: true,
    onCard: 'more',
    cell: ({ number }) => number,
    isId: true,
  },
  {
    id: 'subject',
    header: 'Subject',
    width: 320,
    canGrow: true,
    isWide: true,
    onCard: 'lead',
    cell: subjectOf,
  },
  {
    id: 'from',
    header: 'From',
    width: 168,
    canGrow: true,
    onCard: 'lead',
    cell: ({ name }) => name,
    sortValue: ({ name }) => sortKeyOf(name),
  },
  {
    id: 'age',
    header: 'Age',
    width: 80,
    onCard: 'lead',
    cell: (grievance) => <Age grievance={grievance} />,
    sortValue: ({ createdAt }) => -Date.parse(createdAt),
  },
  {
    id: 'due',
    header: 'Due',
    width: 168,
    onCard: 'lead',
    cell: (grievance) => <Due grievance={grievance} />,
    sortValue: ({ dueAt }) => Date.parse(dueAt),
  },
  {
    id: 'state',
    header: 'State',
    width: 112,
    onCard: 'lead',
    cell: ({ answer }) =>
      answer === null ? <Badge tone="accent">Open</Badge> : <Badge tone="neutral">Answered</Badge>,
    sortValue: ({ answer }) => (answer === null ? 0 : 1),
  },
]

/** 'A listing · The photos show my home.' */
export function subjectOf({ kind, text }: Pick<Grievance, 'kind' | 'text'>): string {
  return `${GRIEVANCE_KIND_LABELS[kind]} · ${text.split('\n', 1)[0]}`
}

function Age({ grievance }: { grievance: Grievance }) {
  return formatAge(useNow() - Date.parse(grievance.createdAt))
}

/** When an open grievance must be answered: marked from two days before. An answered one shows when it was answered. */
export function Due({ grievance: { dueAt, answeredAt } }: { grievance: Grievance }) {
  const urgency = grievanceUrgency(dueAt, useNow())
  if (answeredAt !== null) return <span>{`Answered ${formatDate(answeredAt)}`}</span>
  if (urgency === 'later') return <span>{formatDate(dueAt)}</span>
  return (
    <span className="grievance-due" data-tone="caution">
      {urgency === 'late' ? `Late since ${formatDate(dueAt)}` : formatDateTime(dueAt)}
    </span>
  )
}
