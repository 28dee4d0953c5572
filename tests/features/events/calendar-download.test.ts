import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { downloadCalendar } from '#src/features/events/calendar-download.ts'
import { sampleEvent } from '#tests/support/outbox/sample-change.ts'

const make = vi.fn<(file: Blob) => string>(() => 'blob:the-file')
const revoke = vi.fn<(address: string) => void>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  make.mockClear()
  revoke.mockClear()
  // jsdom has neither `createObjectURL` nor `revokeObjectURL`.
  Object.assign(URL, { createObjectURL: make, revokeObjectURL: revoke })
})
afterEach(() => {
  vi.useRealTimers()
})

test('an event is downloaded as a named calendar file, whose URL is revoked later', async () => {
  const pressed: [string, string][] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    pressed.push([this.getAttribute('href') ?? '', this.download])
  })
  downloadCalendar([sampleEvent()], 'Open house in Baner')
  expect(pressed).toEqual([['blob:the-file', 'open-house-in-baner.ics']])
  const file = make.mock.calls[0]?.[0]
  expect(file?.type).toBe('text/calendar;charset=utf-8')
  expect(await textOf(file)).toContain('\r\nSUMMARY:Open house in Baner\r\n')
  expect(revoke).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:the-file')
})

function textOf(file: Blob = new Blob()): Promise<unknown> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.readAsText(file)
  })
}
