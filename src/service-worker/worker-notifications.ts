// Push notifications. All have the same text without details, because a locked device shows them to anyone.

/** The part of ServiceWorkerGlobalScope used here. */
export type NotificationScope = Pick<
  ServiceWorkerGlobalScope,
  'registration' | 'clients' | 'addEventListener'
>

export function startNotifications(scope: NotificationScope): void {
  scope.addEventListener('push', (event) => {
    // With the payload as tag, a message that arrives twice shows one notification.
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
