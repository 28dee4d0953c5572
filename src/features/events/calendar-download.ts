import { calendarFileName, hasCalendarTime, makeCalendarFile } from '#src/domain/calendar-file.ts'
import { isNewId } from '#src/domain/change.ts'
import type { MarketEvent } from '#src/domain/market-event.ts'
import { downloadFile } from '#src/ui/file-download.ts'

/**
 * Whether a calendar can have the event: not before the server has named it, because under the id of this device it
 * would stand there a second time afterwards.
 */
export function canBeTaken(event: MarketEvent): boolean {
  return hasCalendarTime(event) && !isNewId(event.id)
}

/** Hands the events to the person as a file for their calendar; it is made on the device, so it needs no network. */
export function downloadCalendar(events: readonly MarketEvent[], title: string | null): void {
  const text = makeCalendarFile(events, new Date())
  downloadFile({ name: calendarFileName(title), type: 'text/calendar;charset=utf-8', text })
}
