import { useSyncExternalStore } from 'react'
import { type Connection, createWifiGate, type WifiGate, type WifiState } from './wifi-gate.ts'

let gate: WifiGate | undefined

/** The page's only Wi-Fi gate, created at the first call. */
export function getWifiGate(): WifiGate {
  const { connection } = navigator as { connection?: Connection } // not in TypeScript's DOM library
  gate ??= createWifiGate(connection, localStorage)
  return gate
}

export function useWifiGate(): WifiState & Pick<WifiGate, 'choose' | 'sendNow'> {
  const { subscribe, find, choose, sendNow } = getWifiGate()
  return { ...useSyncExternalStore(subscribe, find), choose, sendNow }
}
