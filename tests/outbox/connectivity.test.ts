import { expect, test } from 'vitest'
import { createConnectivity } from '#src/outbox/connectivity.ts'

function start(onLine: boolean) {
  const events = new EventTarget()
  return { events, connectivity: createConnectivity({ onLine }, events) }
}

test("the browser's online state is unproven until a call is answered", () => {
  const { connectivity } = start(true)
  expect([connectivity.get(), connectivity.isProven()]).toEqual(['online', false])
  connectivity.report(true)
  expect(connectivity.isProven()).toBe(true)
})

test('a call without an answer means offline, whatever the browser reports', () => {
  const { connectivity } = start(true)
  connectivity.report(true)
  connectivity.report(false)
  expect([connectivity.get(), connectivity.isProven()]).toEqual(['offline', false])
})

test('an online event sets the state to online, but does not prove that the server is reachable', () => {
  const { events, connectivity } = start(false)
  const seen: string[] = []
  connectivity.subscribe(() => seen.push(connectivity.get()))
  events.dispatchEvent(new Event('online'))
  expect(seen).toEqual(['online'])
  expect(connectivity.isProven()).toBe(false)
})
