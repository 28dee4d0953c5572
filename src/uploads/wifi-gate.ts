// Whether files may be sent over the present connection. Off at first; only browsers that say what the connection is
// (Chromium on Android and ChromeOS) offer it.

const KEY = 'wifi-only'

export interface Connection extends EventTarget {
  type?: string
}

export interface WifiState {
  /** The browser says what the connection is. */
  isOffered: boolean
  isWifiOnly: boolean
  /** Files may be sent now. */
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
    // "Send now" meant the mobile data of that moment.
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
    /** Sends over mobile data, until the device has been on another connection. */
    sendNow(): void {
      isOverruled = true
      update()
    },
  }
}
