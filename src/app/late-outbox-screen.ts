import { lazy } from 'react'

/** The outbox, in both shells. */
export const OutboxScreen = lazy(async () => ({
  default: (await import('#src/features/outbox/outbox-screen.tsx')).OutboxScreen,
}))
