// Before anything is painted, and before the page's own code. The build writes `data-code` (`askEarly` in vite.config.ts).
// The theme that was chosen on this device; the rest is in src/ui/theme.ts. And whether what the build has written out may
// be shown: it is for a stranger who has done nothing here yet (src/app/take-over.tsx).
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  const isTyping = Object.keys(sessionStorage).some((key) => key.startsWith('draft:'))
  if (localStorage.getItem('token') || isTyping || history.state?.usr)
    document.documentElement.dataset.known = ''
} catch {
  // A browser that gives this site no storage keeps nothing: the system's theme holds.
}

// A form that is sent before the app has taken over waits for it.
addEventListener('submit', (event) => {
  if (!event.target.closest('[data-prerendered]')) return
  event.preventDefault()
  event.target.dataset.held = ''
})

const { code, entry } = document.currentScript.dataset

// Asks for what the first screen is made of, so that it travels beside the entry and not after it; nothing is run here.
function askForCode() {
  try {
    const { screens, shells, memory } = JSON.parse(code)
    const path = location.pathname.replace(/(.)\/$/, '$1')
    const shell = localStorage.getItem('token') ? shells[path] : undefined
    // What reads the device's memory is on the device where a worker answers; else it comes after the first figures.
    const isKept = navigator.serviceWorker?.controller
    const wanted = [shell ?? screens[path] ?? [], shell && isKept ? memory : []]
    for (const href of wanted.flat()) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    }
  } catch {
    // No lists, as on the development server, or no storage: what is asked for late comes late.
  }
}

let isBegun = false
function begin() {
  if (isBegun) return
  isBegun = true
  askForCode()
  const script = document.createElement('script')
  script.type = 'module'
  script.crossOrigin = ''
  script.src = entry
  document.head.append(script)
}

// Where a screen stands written out, the code is asked for once that is painted: it can be read, and filled in, by then.
if (entry) {
  addEventListener('DOMContentLoaded', () => {
    requestAnimationFrame(() => setTimeout(begin))
    setTimeout(begin, 1_000) // a page that is not shown paints nothing
  })
} else askForCode()
