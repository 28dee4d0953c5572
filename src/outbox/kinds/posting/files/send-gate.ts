import type { WifiGate } from '#src/files/wifi-gate.ts'

// Whether files may be sent now: not while the Wi-Fi gate is closed, nor while the device works offline on purpose.

export type SendGate = ReturnType<typeof createSendGate>

export interface SendSwitch {
  get(): boolean
  subscribe(listener: () => void): () => void
}

export function createSendGate(
  wifi: Pick<WifiGate, 'find' | 'subscribe'>,
  workOffline: SendSwitch,
) {
  return {
    find: () => ({ isOpen: wifi.find().isOpen && !workOffline.get() }),
    subscribe(listener: () => void): () => void {
      const stops = [wifi.subscribe(listener), workOffline.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
