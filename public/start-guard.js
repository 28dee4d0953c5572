// Handles a page whose app code cannot be loaded, for example during a deploy. Reloads the page once if the server has
// another build; otherwise shows a message. src/app/updates/stale-page.ts handles failures after the start.
const AGAIN_MS = 60_000 // at most one reload in this time, because the reloaded page may fail again
const LATE_MS = 2_000 // how long to wait for early.js, which loads the code after at most one second

async function recover() {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  try {
    const answer = await fetch('/index.html', { cache: 'no-cache' })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const served = page.querySelector('script[type="module"][src]')?.getAttribute('src')
    const key = `started:${entry}`
    const isOther = answer.ok && served && served !== entry
    if (isOther && Date.now() - Number(sessionStorage.getItem(key)) > AGAIN_MS) {
      sessionStorage.setItem(key, String(Date.now()))
      location.reload()
      return
    }
  } catch (error) {
    console.warn('Another build of this page could not be loaded.', error)
  }
  say()
}

/** Whether the app has rendered. A prerendered screen does not count (src/app/startup/hydration.tsx). */
function isStarted() {
  const root = document.getElementById('root')
  return !root.hasAttribute('data-prerendered') && root.hasChildNodes()
}

function say() {
  if (isStarted()) return
  const words = document.createElement('p')
  words.setAttribute('role', 'alert')
  words.textContent =
    'This page could not be loaded. If trying again does not help, close every tab of this site and open it again a little later.'
  const again = document.createElement('button')
  again.textContent = 'Try again'
  again.addEventListener('click', () => location.reload())
  delete document.documentElement.dataset.known
  document.getElementById('root').prepend(words, again)
}

let isRecovering = false
function onFailure({ type, target }) {
  // The target is `window` if a script throws an error.
  const isStart = target.type === 'module' || target.rel === 'stylesheet' || target === window
  const isCode = type !== 'error' || isStart
  if (isRecovering || !isCode || isStarted()) return
  isRecovering = true
  void recover()
}

addEventListener('error', onFailure, true)
addEventListener('vite:preloadError', onFailure)

// Loads the code of a prerendered page if early.js, which does this normally, could not be loaded.
addEventListener('load', () => {
  if (document.querySelector('script[type="module"]')) return
  setTimeout(() => {
    const { entry } = document.querySelector('script[data-entry]')?.dataset ?? {}
    if (!entry || document.querySelector('script[type="module"]')) return
    const script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = entry
    document.head.append(script)
  }, LATE_MS)
})
