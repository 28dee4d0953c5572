import { beforeEach, expect, test } from 'vitest'
import { createWifiGate } from '#src/uploads/wifi-gate.ts'

beforeEach(() => localStorage.clear())

function connect(type?: string) {
  return Object.assign(new EventTarget(), { type })
}

test.each([
  { what: 'a browser without navigator.connection', connection: undefined, isOffered: false },
  { what: 'a browser that does not name the connection', connection: connect(), isOffered: false },
  { what: 'a browser that names the connection', connection: connect('wifi'), isOffered: true },
])(
  'in $what, files are sent, and the Wi-Fi setting is offered: $isOffered',
  ({ connection, isOffered }) => {
    const gate = createWifiGate(connection, localStorage)
    expect(gate.find()).toEqual({ isOffered, isWifiOnly: false, isOpen: true })
  },
)

test('the setting is stored on the device, and closes the gate only on mobile data', () => {
  createWifiGate(connect('cellular'), localStorage).choose(true)
  const isOpen = (type: string) => createWifiGate(connect(type), localStorage).find().isOpen
  expect(['cellular', 'wifi', 'ethernet', 'unknown'].map(isOpen)).toEqual([false, true, true, true])
  createWifiGate(connect('cellular'), localStorage).choose(false)
  expect(isOpen('cellular')).toBe(true)
})

test('a stored setting does not close the gate if the browser does not report the connection type', () => {
  localStorage.setItem('wifi-only', 'on')
  expect(createWifiGate(connect(), localStorage).find().isOpen).toBe(true)
})
