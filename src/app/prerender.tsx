import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { OPEN_PATHS } from '#src/config/paths.ts'
import { App } from './app.tsx'
import { createPage } from './page.ts'
import { PUBLIC_SCREENS } from './router.tsx'

// Run by the build (build/page-writer.ts), never in a browser.

/** The screens of the open pages, by path, as a first-time visitor sees them until hydration (take-over.tsx). */
export async function prerenderScreens(): Promise<ReadonlyMap<string, string>> {
  const screens = await Promise.all(
    OPEN_PATHS.map(async (path) => {
      await PUBLIC_SCREENS[path].preload()
      const html = renderToString(
        <StrictMode>
          <MemoryRouter initialEntries={[path]}>
            <App page={createPage(STRANGER)} updates={null} />
          </MemoryRouter>
        </StrictMode>,
      )
      return [path, html] as const
    }),
  )
  return new Map(screens)
}

/** What a page asks of a window to be drawn: nothing is stored, and nothing happens. */
const STRANGER = {
  localStorage: { getItem: () => null },
  navigator: {},
  addEventListener: () => {},
  setTimeout: () => 0,
} as unknown as Window & typeof globalThis
