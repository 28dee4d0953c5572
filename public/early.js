// Before anything is painted, and before the page's own code. A function for each matter; what fails is left out.
// start-guard.js begins the page's code where this file could not be had.
const { code, entry } = document.currentScript.dataset // written by the build (vite.config.ts)
const page = document.documentElement

/** The theme that was chosen on this device; the rest is in src/ui/styles/theme.ts. */
function setTheme() {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
}

/** Earlier versions stored the dashboard's last view. Listings do not belong in localStorage. */
function removeSnapshot() {
  localStorage.removeItem('picture')
}

/** What the build has written out is for a stranger who has done nothing here yet (src/app/updates/hydration.tsx). */
function tellKnown() {
  const isTyping = Object.keys(sessionStorage).some((key) => key.startsWith('draft:'))
  if (localStorage.getItem('token') || isTyping || history.state?.usr) page.dataset.known = ''
}

/** Links what this address is installed as; end users have an app of their own (src/config/install-area.ts, the same rule). */
function setInstallArea() {
  const isAccount = /^\/(account|privacy_policy|terms_conditions)?(\/|$)/.test(location.pathname)
  for (const tag of document.querySelectorAll('[data-account]')) {
    const name = tag.hasAttribute('href') ? 'href' : 'content'
    const value = isAccount ? tag.dataset.account : tag.dataset.staff
    if (tag.getAttribute(name) !== value) tag.setAttribute(name, value)
  }
}

/** Asks for what the first screen is made of, so that it travels beside the entry and not after it; runs nothing. */
function askForCode() {
  if (!code) return // the development server's page: what is asked for late comes late
  const { screens, shells, sections, device } = JSON.parse(code)
  const path = location.pathname.replace(/(.)\/$/, '$1')
  const shell = localStorage.getItem('token') ? shells[path] : undefined
  // The code of the storage is on the device where a worker answers; else it comes after the first figures.
  const isKept = navigator.serviceWorker?.controller
  const section = sections[new URLSearchParams(location.search).get('section')]
  const wanted = shell ? [shell, section ?? [], isKept ? device : []] : [screens[path] ?? []]
  for (const href of new Set(wanted.flat())) {
    const link = document.createElement('link')
    const isStyle = href.endsWith('.css') // applied by the app: its place among the styles counts
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.href = href
    document.head.append(link)
  }
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
    console.info('The page begins without something that this device keeps.', error)
  }
}

attempt(setTheme)
attempt(removeSnapshot)
attempt(tellKnown)
document.addEventListener('readystatechange', () => attempt(setInstallArea), { once: true })
addEventListener('addresschange', () => attempt(setInstallArea)) // dispatched by src/app/app.tsx

// A form that is sent before the app has taken over waits for it, unless somebody goes on typing.
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

// Where a screen stands written out, the code is asked for once that is painted: it can be read, and filled in, by then.
if (entry) {
  addEventListener('DOMContentLoaded', () => {
    requestAnimationFrame(() => setTimeout(begin))
    setTimeout(begin, 1_000) // a page that is not shown paints nothing
  })
} else attempt(askForCode)
