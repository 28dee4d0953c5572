import type { ChecklistItem } from '#src/domain/visit/checklist.ts'
import { VISIT_ANSWER_LABELS, VISIT_ANSWERS, type VisitAnswer } from '#src/domain/visit/visit.ts'
import { useReviewRules } from '#src/query-cache/use-review-rules.ts'
import { Segmented } from '#src/ui/form/segmented.tsx'
import type { BegunVisit } from './use-visit-draft.ts'

/** The points that the owner of the panel has set, and answered ones that are hidden meanwhile. A second press takes an answer back. */
export function VisitChecklist({ answers, onAnswers }: ChecklistProps) {
  const { value, isLoading } = useReviewRules()
  const items = listShown(value?.checklist ?? [], answers)

  function answer({ id, label }: Pick<ChecklistItem, 'id' | 'label'>, given: VisitAnswer | '') {
    const { [id]: before, ...others } = answers
    const isTakenBack = given === '' || before?.answer === given
    onAnswers(isTakenBack ? others : { ...others, [id]: { label, answer: given } })
  }

  if (items.length === 0)
    return isLoading || value ? null : (
      <p className="muted">The checklist is not on this device yet. Write a note instead.</p>
    )
  return (
    <ul aria-label="Checklist">
      {items.map((item) => (
        <li key={item.id} className="visit-item">
          <p>{item.label}</p>
          <Segmented<VisitAnswer | ''>
            label={item.label}
            options={OPTIONS}
            value={answers[item.id]?.answer ?? ''}
            onChange={(given) => answer(item, given)}
          />
        </li>
      ))}
    </ul>
  )
}

const OPTIONS = VISIT_ANSWERS.map((value) => ({ value, label: VISIT_ANSWER_LABELS[value] }))

function listShown(checklist: readonly ChecklistItem[], answers: BegunVisit['answers']) {
  const offered = checklist.filter(({ id, isActive }) => isActive && !(id in answers))
  const answered = Object.entries(answers).map(([id, { label }]) => ({ id, label }))
  const places = new Map(checklist.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: { id: string }) => places.get(id) ?? checklist.length
  return [...offered, ...answered].sort((one, other) => placeOf(one) - placeOf(other))
}

interface ChecklistProps {
  answers: BegunVisit['answers']
  onAnswers: (answers: BegunVisit['answers']) => void
}
