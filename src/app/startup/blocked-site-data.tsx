import { useSyncExternalStore } from 'react'
import { Notice } from '#src/ui/layout/notice.tsx'

// If the browser blocks this site's data, even reading `localStorage` throws. The page then uses a replacement storage
// in memory: every part works as usual, but nothing survives a reload.

const NAMES = ['localStorage', 'sessionStorage'] as const

export function replaceStorage(window: Window): void {
  for (const name of NAMES) {
    Object.defineProperty(window, name, { value: new PageStorage(), configurable: true })
  }
}

/** Exposes its entries as keys of the object, like the browser's own Storage. */
class PageStorage implements Storage {
  [key: string]: unknown

  get length(): number {
    return Object.keys(this).length
  }

  key(index: number): string | null {
    return Object.keys(this)[index] ?? null
  }

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null
  }

  setItem(key: string, value: string): void {
    this[key] = String(value)
  }

  removeItem(key: string): void {
    delete this[key]
  }

  clear(): void {
    for (const key of Object.keys(this)) delete this[key]
  }
}

export function BlockedNote() {
  // Prerendered pages do not contain the notice, so it appears after hydration.
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  if (!isHydrated) return null
  return (
    <Notice tone="caution">
      Your browser blocks this site's data: nothing can be saved on this device, and a reload signs
      you out. To change this, allow cookies and site data for this site in the browser's settings,
      then reload.
    </Notice>
  )
}
