import { StrictMode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app.tsx'
import { prepareScreen } from './app/router.tsx'
import { isPrerendered, showApp } from './app/startup/hydration.tsx'
import { createPage } from './app/startup/page.ts'
import { loadUpdates } from './app/updates/load-updates.ts'
import { startModalHistory } from './ui/address/modal-history.ts'
import { startTheme } from './ui/styles/theme.ts'
import './app/styles.css'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element #root')
  // Runs before any code reads localStorage or sessionStorage.
  const blocked = isSiteDataBlocked(window)
    ? await import('./app/startup/blocked-site-data.tsx')
    : null
  blocked?.replaceStorage(window)

  startTheme()
  startModalHistory()

  const page = createPage(window)
  // Loads everything for one complete render. Until then, the prerendered screen or the splash is visible.
  const isReady = await prepareScreen(window.location, page)
  // Comes after the preparation of the first screen: both use the main thread. Only a build has a service worker.
  // If the browser blocks the site's data, the page cannot register it.
  const mayRegister = import.meta.env.PROD && 'serviceWorker' in navigator && !blocked
  const updates = mayRegister ? loadUpdates(window, page) : null
  // If code is missing, a prerendered screen remains readable, and public/start-guard.js reports the failure.
  if (!isReady && isPrerendered(root)) return
  showApp(
    root,
    <StrictMode>
      <BrowserRouter>
        <App page={page} updates={updates} note={blocked && <blocked.BlockedNote />} />
      </BrowserRouter>
    </StrictMode>,
  )
}

/** Whether the browser's settings block this site's data. */
function isSiteDataBlocked(window: Window): boolean {
  try {
    return !window.localStorage || !window.sessionStorage
  } catch {
    return true // access is denied
  }
}

void start()
