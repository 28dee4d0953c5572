import { describe, expect, test } from 'vitest'
import {
  findAccountWaitMs,
  findAllowanceWaitMs,
  findPauseMs,
} from '#server/platform/limits/wait-rules.ts'

const MINUTE_MS = 60_000
const NOW = 1_000 * MINUTE_MS

/** The times of `count` tries that were made at the same moment. */
function triesAt(ms: number, count: number): number[] {
  return Array.from({ length: count }, () => ms)
}

describe('sign-ins to one account from one network address', () => {
  test.each([
    [0, 0],
    [4, 0],
    [5, 1000],
    [6, 2000],
    [7, 4000],
    [9, 16_000],
    [10, 15 * MINUTE_MS],
  ])('after %i tries, the next try has to wait %i ms', (count, waitMs) => {
    expect(findAccountWaitMs(triesAt(NOW, count), NOW)).toBe(waitMs)
  })

  test('the next try need not wait once the delay is over', () => {
    expect(findAccountWaitMs(triesAt(NOW - 1000, 5), NOW)).toBe(0)
    expect(findAccountWaitMs(triesAt(NOW - 15 * MINUTE_MS, 10), NOW)).toBe(0)
  })

  test('tries a quarter of an hour or more before the newest try do not count', () => {
    const tries = [...triesAt(NOW, 4), ...triesAt(NOW - 15 * MINUTE_MS, 6)]
    expect(findAccountWaitMs(tries, NOW)).toBe(0)
  })
})

describe('a limit on tries', () => {
  const three = { most: 3, windowMs: MINUTE_MS }

  test('of three a minute delays the fourth try until the oldest of the three is a minute old', () => {
    const tries = [NOW, NOW - 1000, NOW - 20_000]
    expect(findAllowanceWaitMs(tries.slice(0, 2), [three], NOW)).toBe(0)
    expect(findAllowanceWaitMs(tries, [three], NOW)).toBe(40_000)
    expect(findAllowanceWaitMs(tries, [three], NOW + 40_000)).toBe(0)
  })

  test('with several rules delays the next try for as long as the strictest rule demands', () => {
    const two = { most: 2, windowMs: 10 * MINUTE_MS }
    expect(findAllowanceWaitMs([NOW, NOW, NOW], [three, two], NOW)).toBe(10 * MINUTE_MS)
  })
})

describe('the delay before the next one-time code', () => {
  test.each([
    [0, 0],
    [1, 30_000],
    [2, 60_000],
    [3, 120_000],
    [4, 240_000],
  ])('after %i codes within an hour is %i ms', (count, pauseMs) => {
    expect(findPauseMs(triesAt(NOW, count), NOW)).toBe(pauseMs)
    expect(findPauseMs(triesAt(NOW - pauseMs, count), NOW)).toBe(0)
  })

  test('is 30 s again when all codes before the newest one are at least an hour old', () => {
    const sends = [NOW, NOW - 60 * MINUTE_MS, NOW - 61 * MINUTE_MS]
    expect(findPauseMs(sends, NOW)).toBe(30_000)
  })
})
