import { expect, test } from 'vitest'
import {
  type NotificationScope,
  startNotifications,
} from '#src/service-worker/worker-notifications.ts'

// tests/browser/notifications.test.ts tests the built worker in a browser, where a test can
// dispatch the click event but cannot click a notification.

test('a click closes the notification and opens the messages', () => {
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
