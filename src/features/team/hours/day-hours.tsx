import { XIcon } from 'lucide-react'
import type { WorkInterval } from '#src/domain/due/work-calendar.ts'
import { MOST_INTERVALS } from '#src/domain/due/work-calendar-schema.ts'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'

/** The intervals of one weekday. */
export function DayHours({ day, intervals, onChange }: DayHoursProps) {
  function set(index: number, part: Partial<WorkInterval>) {
    onChange(intervals.map((one, at) => (at === index ? { ...one, ...part } : one)))
  }
  return (
    <li className="hours-day">
      <strong>{day}</strong>
      <div className="hours-intervals">
        {intervals.length === 0 && <span className="muted">Closed</span>}
        {intervals.map(({ from, to }, index) => (
          // Two intervals of a day may be equal while they are typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: an interval is its place among the others
          <span className="hours-interval" key={index}>
            <TextInput
              type="time"
              aria-label={`${day}, from`}
              value={from}
              onChange={({ target }) => set(index, { from: target.value })}
            />
            <span aria-hidden="true">–</span>
            <TextInput
              type="time"
              aria-label={`${day}, to`}
              value={to === DAY_END ? MIDNIGHT : to}
              onChange={({ target: { value } }) =>
                set(index, { to: value === MIDNIGHT ? DAY_END : value })
              }
            />
            <IconButton
              label={`Remove ${from} to ${to} on ${day}`}
              icon={<XIcon size={16} />}
              onClick={() => onChange(intervals.filter((_, at) => at !== index))}
            />
          </span>
        ))}
      </div>
      <Button
        size="small"
        aria-label={`Add hours on ${day}`}
        disabled={intervals.length >= MOST_INTERVALS}
        onClick={() => onChange([...intervals, nextOf(intervals)])}
      >
        Add hours
      </Button>
    </li>
  )
}

// A field for times has no 24:00.
const DAY_END = '24:00'
const MIDNIGHT = '00:00'

/** The usual hours of a closed day; else those after a break of an hour. */
function nextOf(intervals: readonly WorkInterval[]): WorkInterval {
  const last = intervals.at(-1)
  if (!last) return { from: '10:00', to: '18:00' }
  const hour = Math.min(22, Number(last.to.slice(0, 2)) + 1)
  return { from: `${two(hour)}:00`, to: `${two(hour + 1)}:00` }
}

const two = (value: number) => String(value).padStart(2, '0')

interface DayHoursProps {
  /** The name of the weekday. */
  day: string
  intervals: readonly WorkInterval[]
  onChange: (next: readonly WorkInterval[]) => void
}
