import { vi } from 'vitest'

/** Simulates a screen of a phone's width, until `vi.unstubAllGlobals`. */
export function showOnPhone(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(max-width: 639.98px)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}
