import { afterAll, beforeAll, expect, vi } from 'vitest'

/** East and west of Greenwich, with the minutes that UTC is ahead in November. */
export const TIME_ZONES: readonly [zone: string, minutes: number][] = [
  ['Asia/Kolkata', -330],
  ['America/Los_Angeles', 480],
]

/** Runs the tests of the surrounding block in a time zone. Node follows `TZ` at once; processes that it starts inherit it. */
export function useTimeZone(zone: string, minutes: number): void {
  beforeAll(() => {
    vi.stubEnv('TZ', zone)
    expect(new Date(2026, 10, 4).getTimezoneOffset()).toBe(minutes)
  })
  afterAll(() => {
    vi.unstubAllEnvs()
  })
}
