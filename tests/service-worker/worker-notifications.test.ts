import { expect, test } from 'vitest'
import {
  type NotificationScope,
  startNotifications,
} from '#src/service-worker/worker-notifications.ts'

// A browser opens a window only after a real click on a notification, which no test can make: here `openWindow` is a fake.
// tests/browser/account/notifications.test.ts tests the rest in a browser.

test('a click closes the notification and opens the page of messages', () => {
  const listeners: Record<string, (event: object) => void> = {}
  const done: string[] = []
  const scope = {
    addEventListener: (type: string, listener: (event: object) => void) => {
      listeners[type] = listener
    },
    clients: { openWindow: async (address: string) => done.push(address) },
  }
  // The fake scope has only the members that a click uses.
  startNotifications(scope as object as NotificationScope)
  listeners['notificationclick']?.({
    notification: { close: () => done.push('closed') },
    waitUntil: () => done.push('waits'),
  })
  expect(done).toEqual(['closed', '/account/messages', 'waits'])
})
