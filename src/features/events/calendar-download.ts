import { calendarFileName, makeCalendarFile } from '#src/domain/calendar-file.ts'
import type { MarketEvent } from '#src/domain/market-event.ts'

const KEPT_MS = 60_000 // some browsers read the file only after the press was handled

/** Hands the events to the person as a file for their calendar; it is made on the device, so it needs no network. */
export function downloadCalendar(events: readonly MarketEvent[], title: string | null): void {
  const text = makeCalendarFile(events, new Date())
  const address = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = calendarFileName(title)
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
