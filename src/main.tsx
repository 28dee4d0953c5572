import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadUpdates } from './app/late-updates.ts'
import { createPage } from './app/page.ts'
import { prepareScreen } from './app/router.tsx'
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

// Drawn once, whole: until then the mark of the app stands there (index.html).
void prepareScreen(window.location, page).then(() =>
  createRoot(root).render(
    <StrictMode>
      <App page={page} updates={updates} />
    </StrictMode>,
  ),
)
