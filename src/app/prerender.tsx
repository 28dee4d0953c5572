import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { OPEN_PATHS } from '#src/config/paths.ts'
import { App } from './app.tsx'
import { createPage } from './page.ts'
import { PUBLIC_PAGES } from './router.tsx'

// Run by the build (vite.config.ts), never in a browser.

export interface PrerenderedPage {
  path: string
  title: string
  /** What stands in the root before the app has taken over (take-over.tsx). */
  html: string
}

/** The open pages as somebody sees them who comes for the first time. */
export function prerenderPages(): Promise<PrerenderedPage[]> {
  return Promise.all(
    OPEN_PATHS.map(async (path) => {
      const page = PUBLIC_PAGES[path]
      if (!page) throw new Error(`no public page has the address ${path}`)
      await page.screen.preload()
      const html = renderToString(
        <StrictMode>
          <MemoryRouter initialEntries={[path]}>
            <App page={createPage(STRANGER)} updates={null} />
          </MemoryRouter>
        </StrictMode>,
      )
      return { path, title: page.title, html }
    }),
  )
}

/** What a page asks of a window to be drawn: nothing is stored, and nothing happens. */
const STRANGER = {
  localStorage: { getItem: () => null },
  navigator: {},
  addEventListener: () => {},
  setTimeout: () => 0,
} as unknown as Window & typeof globalThis
