// Notifications about news. They say the same for all news, because a locked device shows them to everyone.

/** The used part of ServiceWorkerGlobalScope. */
export type NotificationScope = Pick<
  ServiceWorkerGlobalScope,
  'registration' | 'clients' | 'addEventListener'
>

export function startNotifications(scope: NotificationScope): void {
  scope.addEventListener('push', (event) => {
    // A message that is sent twice replaces its own notification.
    const tag = event.data?.text() ?? ''
    const shown = scope.registration.showNotification('There is news about one of your listings', {
      tag,
    })
    event.waitUntil(shown)
  })
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(scope.clients.openWindow('/account/messages'))
  })
}
