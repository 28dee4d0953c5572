import { isNewId } from '#src/domain/change.ts'
import {
  calendarFileName,
  hasCalendarTime,
  makeCalendarFile,
} from '#src/domain/event/calendar-file.ts'
import type { MarketEvent } from '#src/domain/event/market-event.ts'
import { downloadFile } from '#src/ui/file-download.ts'

/** Only events with the server's id: an export with this device's id would later become a duplicate in the calendar. */
export function isExportable(event: MarketEvent): boolean {
  return hasCalendarTime(event) && !isNewId(event.id)
}

/** Downloads the events as a calendar file; it is created on the device, so it needs no network. */
export function downloadCalendar(events: readonly MarketEvent[], title: string | null): void {
  const text = makeCalendarFile(events, new Date())
  downloadFile({ name: calendarFileName(title), type: 'text/calendar;charset=utf-8', text })
}
