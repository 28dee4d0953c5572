// Runs before the first paint and before the app's code. A step that fails is skipped. If this file cannot be loaded,
// start-guard.js loads the app's code instead.
const { code, entry } = document.currentScript.dataset // written by build/preload-code.ts and build/page-head.ts
const page = document.documentElement

/** Applies the theme that was chosen on this device. src/ui/styles/theme.ts handles later changes. */
function setTheme() {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
}

/** Hides the prerendered screen if a session, draft or router state would change it (src/app/startup/hydration.tsx). */
function tellKnown() {
  const isTyping = Object.keys(sessionStorage).some((key) => key.startsWith('draft:'))
  if (localStorage.getItem('token') || isTyping || history.state?.usr) page.dataset.known = ''
}

/** Links the manifest of this URL's app: the operator's or the end users' (same rule as src/config/install-area.ts). */
function setInstallArea() {
  const isAccount = /^\/(account|grievance|privacy_policy|terms_conditions)?(\/|$)/.test(
    location.pathname,
  )
  for (const tag of document.querySelectorAll('[data-account]')) {
    const name = tag.hasAttribute('href') ? 'href' : 'content'
    const value = isAccount ? tag.dataset.account : tag.dataset.staff
    if (tag.getAttribute(name) !== value) tag.setAttribute(name, value)
  }
}

/** Preloads the modules of the first screen in parallel with the entry script, without running them. */
function askForCode() {
  if (!code) return // development build: nothing to preload
  const { screens, shells, sections, reads, device } = JSON.parse(code)
  const path = location.pathname.replace(/(.)\/$/, '$1')
  const shell = localStorage.getItem('token') ? shells[path] : undefined
  if (!shell) return preload(screens[path] ?? [])
  const name = new URLSearchParams(location.search).get('section')
  const first = [...new Set([...shell, ...(reads[name] ?? [])])]
  const section = (sections[name] ?? []).filter((href) => !first.includes(href))
  // A worker has cached all code, also that of the storage (`device`). Without a worker, the app loads the storage's
  // code after the dashboard has shown its figures. The section's code comes after the code that requests the section's
  // data: a slow network then transfers code during the round trip.
  if (navigator.serviceWorker?.controller) preload([...new Set([...first, ...section, ...device])])
  else preload(first).then(() => preload(section))
}

/** Resolves when all files have loaded or failed. */
async function preload(hrefs) {
  const links = hrefs.map((href) => {
    const link = document.createElement('link')
    const isStyle = href.endsWith('.css') // only preloaded: the app applies the styles, because their order matters
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) {
      link.as = 'style'
      link.crossOrigin = '' // must equal the app's request, or the browser loads the file twice
    }
    link.href = href
    return link
  })
  const ends = links.map((link) => new Promise((end) => (link.onload = link.onerror = end)))
  document.head.append(...links)
  await Promise.all(ends)
}

let isBegun = false
function begin() {
  if (isBegun) return
  isBegun = true
  attempt(askForCode)
  const script = document.createElement('script')
  script.type = 'module'
  script.crossOrigin = ''
  script.src = entry
  document.head.append(script)
}

function attempt(work) {
  try {
    work()
  } catch (error) {
    console.info('A step before the first paint failed and was skipped.', error)
  }
}

attempt(setTheme)
attempt(tellKnown)
document.addEventListener('readystatechange', () => attempt(setInstallArea), { once: true })
addEventListener('addresschange', () => attempt(setInstallArea)) // dispatched by src/app/app.tsx

// Holds back a form that is submitted before hydration. The app submits the form after hydration, unless the person
// has typed in it again.
addEventListener('submit', (event) => {
  if (!event.target.closest('[data-prerendered]')) return
  event.preventDefault()
  event.target.dataset.held = ''
  event.submitter?.setAttribute('aria-busy', 'true')
})
addEventListener('input', (event) => {
  const held = event.target.closest('[data-prerendered] form[data-held]')
  if (!held) return
  delete held.dataset.held
  held.querySelector('[aria-busy]')?.removeAttribute('aria-busy')
})

// With a prerendered screen, loads the code after the first paint: people can already read and fill in the screen.
if (entry) {
  addEventListener('DOMContentLoaded', () => {
    requestAnimationFrame(() => setTimeout(begin))
    setTimeout(begin, 1_000) // in a hidden page, requestAnimationFrame never fires
  })
} else attempt(askForCode)
