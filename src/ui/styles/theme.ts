import { useSyncExternalStore } from 'react'

// The system's light or dark theme, unless one was chosen on this device. public/early.js applies the choice before the
// first paint; this module applies later changes.

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const THEME_LABELS: Readonly<Record<Theme, string>> = {
  system: 'Match system',
  light: 'Light',
  dark: 'Dark',
}

const KEY = 'theme' // public/early.js reads it too
const listeners = new Set<() => void>()

/** Applies the theme chosen in this tab or in others. Call it once per page. */
export function startTheme(): void {
  show()
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) notify()
  })
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, theme)
  notify()
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme)
}

function readTheme(): Theme {
  const stored = localStorage.getItem(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

function notify(): void {
  show()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(): void {
  const theme = readTheme()
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  // The colours of the browser's own bars: index.html has one meta element for each theme.
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = bar.dataset['theme']
    const chosen = theme === own ? 'all' : 'not all'
    bar.setAttribute('media', theme === 'system' ? `(prefers-color-scheme: ${own})` : chosen)
  }
}
