import type { CalendarPreview } from '#src/api/team/review-rules-api.ts'
import { formatDay, formatTime } from '#src/domain/dates.ts'
import { groupIndian } from '#src/domain/money.ts'
import { displayName } from '#src/domain/text.ts'

/** What new working hours would change: how many waiting listings, and a few old and new due times. */
export function HoursPreview({ preview: { waiting, changed, examples } }: HoursPreviewProps) {
  return (
    <div className="hours-preview" role="status">
      <p>{sayChange(changed, waiting)}</p>
      {examples.length > 0 && (
        <table className="hours-moved">
          <thead>
            <tr>
              <th scope="col">Waiting listing</th>
              <th scope="col">Due now</th>
              <th scope="col">Due then</th>
            </tr>
          </thead>
          <tbody>
            {examples.map(({ id, name, before, after }) => (
              <tr key={id}>
                <th scope="row">{displayName(name)}</th>
                <td>{sayMoment(before)}</td>
                <td>{sayMoment(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function sayChange(changed: number, waiting: number): string {
  if (waiting === 0) return 'No listing waits for a decision, so no due time changes.'
  if (changed === 0) return 'No due time changes.'
  const listings = waiting === 1 ? 'waiting listing gets' : 'waiting listings get'
  return `${groupIndian(changed)} of ${groupIndian(waiting)} ${listings} another due time.`
}

function sayMoment(at: string | null): string {
  return at === null ? 'None' : `${formatDay(at, Date.now())}, ${formatTime(at)}`
}

interface HoursPreviewProps {
  preview: CalendarPreview
}
