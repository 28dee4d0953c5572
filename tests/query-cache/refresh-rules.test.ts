import { describe, expect, test } from 'vitest'
import { refreshWaitMs } from '#src/query-cache/refresh-rules.ts'

const LIST = { isFailed: false, isConditional: true, isFollowed: false, ageMs: 0 }
const FOLLOWED = { ...LIST, isFollowed: true }
const BARE = { ...LIST, isConditional: false }
const FAILED = { ...LIST, isFailed: true }
const ONLINE = { savesData: false, hasNetwork: true, isReachable: true }
const UNREACHABLE = { ...ONLINE, isReachable: false }
const NO_NETWORK = { ...UNREACHABLE, hasNetwork: false }
const SAVING = { ...ONLINE, savesData: true }
const NEVER = Number.POSITIVE_INFINITY

describe('a list on the screen is refreshed', () => {
  test.each([
    ['30 s after the last read if the server can answer "unchanged" (304)', LIST, ONLINE, 30_000],
    ['5 minutes after the last read if each read returns the whole list', BARE, ONLINE, 300_000],
    [
      '5 minutes after the last read while a notice would say that it changed',
      FOLLOWED,
      ONLINE,
      300_000,
    ],
    ['never with the data saver', LIST, SAVING, NEVER],
    ['never without a network', LIST, NO_NETWORK, NEVER],
    ['15 s after a failure', FAILED, ONLINE, 15_000],
    ['15 s after a failure, even with the data saver', FAILED, SAVING, 15_000],
    ['15 s after a failure, even if the device reports no network', FAILED, NO_NETWORK, 15_000],
    ['15 s after the last read while no call is answered', LIST, UNREACHABLE, 15_000],
  ])('%s', (_when, read, device, waitMs) => {
    expect(refreshWaitMs(read, device, false)).toBe(waitMs)
    expect(refreshWaitMs({ ...read, ageMs: 4_000 }, device, false)).toBe(waitMs - 4_000)
  })
})

describe('after focus and after reconnecting, a list is refreshed', () => {
  test.each([
    ['at once if the server can answer "unchanged" (304)', LIST, 2_000, ONLINE, true],
    ['not twice for two events at once', LIST, 100, ONLINE, false],
    ['not yet if each read returns the whole list', BARE, 29_000, ONLINE, false],
    ['30 s after the last read of a whole list', BARE, 30_000, ONLINE, true],
    ['at once after a failure', FAILED, 0, SAVING, true],
    ['never with the data saver', LIST, 900_000, SAVING, false],
  ])('%s', (_when, read, ageMs, device, isDue) => {
    expect(refreshWaitMs({ ...read, ageMs }, device, true) <= 0).toBe(isDue)
  })
})
