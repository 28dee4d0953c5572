import { beforeEach, expect, test } from 'vitest'
import { createWifiGate } from '#src/files/wifi-gate.ts'

beforeEach(() => localStorage.clear())

function connect(type?: string) {
  return Object.assign(new EventTarget(), { type })
}

test.each([
  ['without navigator.connection does not offer', undefined, false],
  ['that does not report the connection type does not offer', connect(), false],
  ['that reports the connection type offers', connect('wifi'), true],
])(
  'a browser %s the setting "Wi-Fi only", which is off at first',
  (_what, connection, isOffered) => {
    const gate = createWifiGate(connection, localStorage)
    expect(gate.find()).toEqual({ isOffered, isWifiOnly: false, isOpen: true })
  },
)

test('the setting "Wi-Fi only" is stored on the device, and holds uploads back only on mobile data', () => {
  createWifiGate(connect('cellular'), localStorage).choose(true)
  const isOpen = (type: string) => createWifiGate(connect(type), localStorage).find().isOpen
  expect(['cellular', 'wifi', 'ethernet', 'unknown'].map(isOpen)).toEqual([false, true, true, true])
  createWifiGate(connect('cellular'), localStorage).choose(false)
  expect(isOpen('cellular')).toBe(true)
})

test('the stored setting "Wi-Fi only" holds nothing back if the browser does not report the connection type', () => {
  localStorage.setItem('wifi-only', 'on')
  expect(createWifiGate(connect(), localStorage).find().isOpen).toBe(true)
})
