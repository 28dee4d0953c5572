import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeFloodGate } from '#server/platform/limits/flood-gate.ts'

const rules = { burst: 10, perMinute: 60 }

test('a burst of requests passes the gate; the next request is delayed, and passes after the returned delay', () => {
  const gate = makeFloodGate(rules)
  for (let number = 0; number < 10; number += 1) expect(gate.pass('a', 0)).toBe(0)
  expect(gate.pass('a', 0)).toBe(1000)
  expect(gate.pass('a', 400)).toBe(600)
  expect(gate.pass('a', 1000)).toBe(0)
  expect(gate.pass('a', 1000)).toBe(1000)
})

test('a charge for an expensive request delays the next request of the same caller', () => {
  const gate = makeFloodGate(rules)
  expect(gate.pass('a', 0)).toBe(0)
  gate.charge('a', 29, 0)
  expect(gate.pass('a', 0)).toBe(21_000)
  expect(gate.pass('b', 0)).toBe(0)
  expect(gate.pass('a', 21_000)).toBe(0)
})

test('the gate never passes more requests than the burst plus the rate times the elapsed time', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 200 }), (gaps) => {
      const gate = makeFloodGate(rules)
      let nowMs = 0
      const passed = gaps.filter((gapMs) => {
        nowMs += gapMs
        return gate.pass('a', nowMs) === 0
      }).length
      expect(passed).toBeLessThanOrEqual(rules.burst + (nowMs * rules.perMinute) / 60_000)
    }),
  )
})

test('setting the clock back changes nothing about the number of requests that pass', () => {
  const gate = makeFloodGate({ burst: 1, perMinute: 60 })
  expect(gate.pass('a', 100_000)).toBe(0)
  expect(gate.pass('a', 0)).toBe(1000)
  expect(gate.pass('a', 1000)).toBe(0)
})

test('the gate needs limited memory for any number of callers', () => {
  const gate = makeFloodGate(rules)
  for (let number = 0; number < 30_000; number += 1) gate.pass(`caller ${number}`, number)
  expect(gate.size()).toBe(20_000)
})
