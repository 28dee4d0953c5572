import { useSyncExternalStore } from 'react'

// Single-letter keys can be turned off on this device: speech input would press them by mistake (WCAG 2.1.4).

const KEY = 'single-keys'
const listeners = new Set<() => void>()

export function switchSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
  for (const listener of listeners) listener()
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areOn)
}

function areOn(): boolean {
  return localStorage.getItem(KEY) !== 'off'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
