// The "Wi-Fi only" setting, which holds uploads back on mobile data. Off by default, and offered only where the browser
// reports the type of the connection (Chromium on Android and ChromeOS).

const KEY = 'wifi-only'

export interface Connection extends EventTarget {
  type?: string
}

export interface WifiState {
  /** Whether the browser reports the type of the connection. */
  isOffered: boolean
  isWifiOnly: boolean
  /** Whether files may be sent now. */
  isOpen: boolean
}

export type WifiGate = ReturnType<typeof createWifiGate>

export function createWifiGate(connection: Connection | undefined, device: Storage) {
  const listeners = new Set<() => void>()
  let isOverruled = false
  let state = read()

  function read(): WifiState {
    const isOffered = typeof connection?.type === 'string'
    const isWifiOnly = isOffered && device.getItem(KEY) === 'on'
    const isOpen = !isWifiOnly || connection?.type !== 'cellular' || isOverruled
    return { isOffered, isWifiOnly, isOpen }
  }

  function update(): void {
    state = read()
    for (const listener of listeners) listener()
  }

  function onChange(): void {
    // "Send now" applies only until the device leaves mobile data.
    if (connection?.type !== 'cellular') isOverruled = false
    update()
  }

  connection?.addEventListener('change', onChange)
  connection?.addEventListener('typechange', onChange) // Firefox's name of the event

  return {
    find: (): WifiState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    choose(isWifiOnly: boolean): void {
      isOverruled = false
      if (isWifiOnly) device.setItem(KEY, 'on')
      else device.removeItem(KEY)
      update()
    },
    /** Allows sending over mobile data until the device is on another type of connection. */
    sendNow(): void {
      isOverruled = true
      update()
    },
  }
}
