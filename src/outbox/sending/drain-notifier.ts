// Tabs without the drain lock notify the sending tab of new changes, because it may be waiting for a slow answer.

const CHANNEL = 'drain-call'

export type DrainNotifier = ReturnType<typeof createDrainNotifier>

export function createDrainNotifier() {
  const channel = new BroadcastChannel(CHANNEL)
  return {
    notify: (): void => channel.postMessage(null),
    /** Calls back whenever another tab or the worker notifies. */
    subscribe(onNotified: () => void): void {
      channel.onmessage = onNotified
    },
    dispose: (): void => channel.close(),
  }
}
