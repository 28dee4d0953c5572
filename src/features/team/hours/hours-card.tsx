import './hours.css'
import { WEEKDAYS, type Weekday } from '#src/domain/due/work-calendar.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { DayHours } from './day-hours.tsx'
import { Holidays } from './holidays.tsx'
import { HoursPreview } from './hours-preview.tsx'
import { useHours } from './use-hours.ts'

/** The working hours from which due times are computed. New ones are saved after they were shown with their effect. */
export function HoursCard({ isTeamRead }: HoursCardProps) {
  const hours = useHours()
  const { known, shown, preview, readFailure, failure, change } = hours
  const problem = failure ?? (isTeamRead ? readFailure : null)
  return (
    <Card as="section" aria-labelledby="hours-title">
      <h3 className="section-title team-title" id="hours-title">
        Working hours
      </h3>
      <p className="panel muted">{known ? explainHours(known.hours) : WITHOUT_HOURS}</p>
      {shown && (
        <div className="hours">
          <ul className="hours-week">
            {DAYS.map((day) => (
              <DayHours
                key={day}
                day={nameOf(day)}
                intervals={shown.week[day]}
                onChange={(next) => change({ ...shown, week: { ...shown.week, [day]: next } })}
              />
            ))}
          </ul>
          <Holidays
            holidays={shown.holidays}
            onChange={(holidays) => change({ ...shown, holidays })}
          />
          {preview && <HoursPreview preview={preview} />}
        </div>
      )}
      {problem && <Notice tone="negative">{problem}</Notice>}
      {hours.isChanged && (
        <div className="hours-actions">
          <Button onClick={() => change(null)}>Discard changes</Button>
          {preview ? (
            <Button variant="primary" busy={hours.isSaving} onClick={hours.store}>
              Save working hours
            </Button>
          ) : (
            <Button variant="primary" busy={hours.isAsking} onClick={hours.ask}>
              Show what changes
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

/** A week begins on Monday here. */
const DAYS: readonly Weekday[] = [...WEEKDAYS.slice(1), 'sunday']

function nameOf(day: Weekday): string {
  return day.charAt(0).toUpperCase() + day.slice(1)
}

const WITHOUT_HOURS = 'Days without hours and holidays do not count.'

function explainHours(hours: number): string {
  const words = `${hours} working ${hours === 1 ? 'hour' : 'hours'}`
  return `A submission is due after ${words}, in Indian time. ${WITHOUT_HOURS}`
}

interface HoursCardProps {
  /** False if the team could not be read. The page shows that error, so the card does not show its own read error. */
  isTeamRead: boolean
}
