import { expect, test } from 'vitest'
import {
  type NotificationScope,
  startNotifications,
} from '#src/service-worker/worker-notifications.ts'

// The worker of the build is tested in a browser (tests/browser/notifications.test.ts), which takes no click
// of a test as one of a person: it opens no window.

test('a click closes the notification and opens the messages', () => {
  const listeners: Record<string, (event: object) => void> = {}
  const done: string[] = []
  const scope = {
    addEventListener: (type: string, listener: (event: object) => void) => {
      listeners[type] = listener
    },
    clients: { openWindow: async (address: string) => done.push(address) },
  }
  // The part of a worker that a click needs.
  startNotifications(scope as object as NotificationScope)
  listeners['notificationclick']?.({
    notification: { close: () => done.push('closed') },
    waitUntil: () => done.push('waits'),
  })
  expect(done).toEqual(['closed', '/account/messages', 'waits'])
})
