import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { MemoryRouter } from 'react-router-dom'
import { App } from '#src/app/app.tsx'
import { OPEN_PATHS } from '#src/config/paths.ts'
import { createPage } from './page.ts'

// Runs in the build (build/page-writer.ts), never in a browser.

/** Renders the screens of OPEN_PATHS, by path, as a first-time visitor sees them until hydration (hydration.tsx). */
export async function prerenderScreens(): Promise<ReadonlyMap<string, string>> {
  const screens = await Promise.all(
    OPEN_PATHS.map(async (path) => {
      const { prelude } = await prerender(
        <StrictMode>
          <MemoryRouter initialEntries={[path]}>
            <App page={createPage(STRANGER)} updates={null} />
          </MemoryRouter>
        </StrictMode>,
      )
      return [path, await new Response(prelude).text()] as const
    }),
  )
  return new Map(screens)
}

/** A stub with the only members of `window` that rendering uses: it has no stored data and fires no events. */
const STRANGER = {
  localStorage: { getItem: () => null },
  navigator: {},
  addEventListener: () => {},
} as unknown as Window & typeof globalThis
