import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadReadAhead } from './app/late-read-ahead.ts'
import { loadUpdates } from './app/late-updates.ts'
import { createPage } from './app/page.ts'
import { preloadShell } from './app/router.tsx'
import { startModalHistory } from './ui/modal-history.ts'
import { startTheme } from './ui/theme.ts'
import './ui/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

startTheme()
startModalHistory()

const page = createPage(window)
preloadShell(window.location, page.session.find())
// The development server has no built worker; the built app registers its own.
const updates =
  import.meta.env.PROD && 'serviceWorker' in navigator ? loadUpdates(window, page) : null
if (updates) void loadReadAhead(window, page, updates)

createRoot(root).render(
  <StrictMode>
    <App page={page} updates={updates} />
  </StrictMode>,
)
