import { useSyncExternalStore } from 'react'

// Whether this device saves data: the browser sends Save-Data, or the person chose it on this device. Safari and
// Firefox have no Save-Data.

const KEY = 'data-saver'
const listeners = new Set<() => void>()

/** Not in TypeScript's DOM library. */
export interface DataSaverNavigator {
  connection?: { saveData?: boolean }
}

/** Whether the app must save data: load no posters, preload nothing and refresh nothing by itself. */
export function savesData(near?: DataSaverNavigator): boolean {
  return localStorage.getItem(KEY) === 'on' || isSavingAsked(near)
}

/** The browser's own setting: a page cannot turn it off. */
export function isSavingAsked(near = window.navigator as DataSaverNavigator): boolean {
  return near.connection?.saveData === true
}

export function useSavesData(): boolean {
  return useSyncExternalStore(subscribe, () => savesData(), never)
}

export function chooseSaving(isOn: boolean): void {
  if (isOn) localStorage.setItem(KEY, 'on')
  else localStorage.removeItem(KEY)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const never = () => false
