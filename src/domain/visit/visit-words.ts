import { describeLateTime } from '#src/domain/listing/late-time.ts'
import { type PropertyVisit, VISIT_ANSWER_LABELS, VISIT_ANSWERS } from './visit.ts'
import { formatPlace } from './visit-place.ts'

/** A visit in the history of its listing, in one line: 'Yes: The photos show this property · Note: Shown by a tenant.' */
export function describeVisit(visit: Omit<PropertyVisit, 'id'>, arrivedAt: string): string {
  const { at, answers, note, place } = visit
  const answered = VISIT_ANSWERS.flatMap((answer) => {
    const labels = answers.filter((one) => one.answer === answer).map(({ label }) => label)
    return labels.length > 0 ? [`${VISIT_ANSWER_LABELS[answer]}: ${labels.join(', ')}`] : []
  })
  return [
    describeLateTime(at, arrivedAt),
    ...answered,
    note === '' ? null : `Note: ${note}`,
    place && `Near ${formatPlace(place)}, to about 100 m`,
  ]
    .filter(Boolean)
    .join(' · ')
}
