// Tabs without the drain lock notify the sending tab of new changes: it may be waiting for a slow answer.

const CHANNEL = 'drain-call'

export type DrainCall = ReturnType<typeof createDrainCall>

export function createDrainCall() {
  const channel = new BroadcastChannel(CHANNEL)
  return {
    call: (): void => channel.postMessage(null),
    /** Calls back whenever another tab or the worker calls. */
    follow(onCalled: () => void): void {
      channel.onmessage = onCalled
    },
    dispose: (): void => channel.close(),
  }
}
