// Before the page's own code: asks for what the first screen is made of, so that it travels beside the entry and not after
// it. The build writes the lists (`askEarly` in vite.config.ts); nothing is run here.
try {
  const { screens, shells, memory } = JSON.parse(document.currentScript.dataset.code)
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
