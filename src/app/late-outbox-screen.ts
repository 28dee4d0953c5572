import { lateScreen } from './late-screen.tsx'

/** The outbox, in both shells. */
export const OutboxScreen = lateScreen(
  async () => (await import('#src/features/outbox/outbox-screen.tsx')).OutboxScreen,
).Screen
