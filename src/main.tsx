import { StrictMode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app.tsx'
import { loadUpdates } from './app/late-updates.ts'
import { createPage } from './app/page.ts'
import { prepareScreen } from './app/router.tsx'
import { isPrerendered, showApp } from './app/take-over.tsx'
import { startModalHistory } from './ui/modal-history.ts'
import { startTheme } from './ui/theme.ts'
import './ui/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

startTheme()
startModalHistory()

const page = createPage(window)
// The development server has no built worker; the built app registers its own.
const updates =
  import.meta.env.PROD && 'serviceWorker' in navigator ? loadUpdates(window, page) : null

// Drawn once, whole: until then there stands what the page was sent with, or the mark of the app (index.html).
void prepareScreen(window.location, page).then((isReady) => {
  // What stands written out can be read without its code; public/start-guard.js says what is missing.
  if (!isReady && isPrerendered(root)) return
  showApp(
    root,
    <StrictMode>
      <BrowserRouter>
        <App page={page} updates={updates} />
      </BrowserRouter>
    </StrictMode>,
  )
})
