import { BARE_CODE, BARE_OPERATOR } from '#mocks/bare-accounts.ts'
import type { FaultScript, FaultyCalls } from '#mocks/fault-script.ts'
import styles from './mock-panel.css?inline'
import { NAMED_FAULTS } from './named-faults.ts'
import type { StoredBackend } from './stored-backend.ts'

// Controls of the mock API. They are in a shadow root, so that the app's styles and keyboard
// shortcuts do not affect them. sessionStorage holds the settings, so that a reload starts with the
// same fault.

const SETTINGS_KEY = 'mock-panel'

interface Settings {
  fault: string | null
  calls: FaultyCalls
  left: number | null
  delayMs: number
}

const TEMPLATE = `
  <style>${styles}</style>
  <button type="button" class="toggle" aria-expanded="false" aria-controls="panel"></button>
  <form id="panel" aria-label="Mock API" hidden>
    <label for="fault">Fault</label>
    <select id="fault"><option value="">None</option></select>
    <label for="calls">Calls</label>
    <select id="calls">
      <option value="all">All</option>
      <option value="reads">Reads (GET)</option>
      <option value="changes">Changes and sign-in</option>
    </select>
    <label for="times">Number of calls</label>
    <input id="times" type="number" min="1" placeholder="Until turned off" />
    <label for="delay">Delay in ms</label>
    <input id="delay" type="number" min="0" step="100" placeholder="0" />
    <div class="actions">
      <button type="button" name="off">Turn off</button>
      <button type="button" name="sessions">End sessions</button>
      <button type="button" name="data">Reset data</button>
    </div>
    <p>Operator: <code>${BARE_OPERATOR.email}</code> with <code>${BARE_OPERATOR.password}</code></p>
    <p>One-time code of everyone: <code>${BARE_CODE}</code></p>
  </form>`

export function showMockPanel(
  window: Window,
  { backend, faults }: { backend: StoredBackend; faults: FaultScript },
): void {
  const { document, sessionStorage, location } = window
  const host = document.createElement('mock-panel')
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = TEMPLATE
  const toggle = find('.toggle', HTMLButtonElement)
  const form = find('form', HTMLFormElement)
  const fault = find('#fault', HTMLSelectElement)
  const calls = find('#calls', HTMLSelectElement)
  const times = find('#times', HTMLInputElement)
  const delay = find('#delay', HTMLInputElement)
  for (const name of Object.keys(NAMED_FAULTS)) fault.add(new Option(name))

  function find<Type extends Element>(selector: string, type: new () => Type): Type {
    const found = root.querySelector(selector)
    if (!(found instanceof type)) throw new Error(`the panel has no ${selector}`)
    return found
  }

  function setFault(name: string, left: number | null): void {
    const chosen = NAMED_FAULTS[name]
    faults.setLasting(chosen ? { fault: chosen, calls: calls.value as FaultyCalls, left } : null)
  }

  function setOpen(isOpen: boolean): void {
    form.hidden = !isOpen
    toggle.setAttribute('aria-expanded', String(isOpen))
  }

  /** Shows and stores the current settings. A fault with no calls left is shown as off. */
  function update(): void {
    const lasting = faults.getLasting()
    const name = Object.keys(NAMED_FAULTS).find((key) => NAMED_FAULTS[key] === lasting?.fault)
    const left = lasting?.left ?? null
    const { delayMs } = faults
    fault.value = name ?? ''
    toggle.textContent = [
      `Mocks: ${name ?? 'no fault'}`,
      ...(left === null ? [] : [`${left} left`]),
      ...(delayMs > 0 ? [`${delayMs} ms`] : []),
    ].join(' · ')
    toggle.classList.toggle('is-on', lasting !== null || delayMs > 0)
    const settings: Settings = {
      fault: name ?? null,
      calls: calls.value as FaultyCalls, // the options' values are those of FaultyCalls
      left,
      delayMs,
    }
    sessionStorage.setItem(SETTINGS_KEY, JSON.stringify(settings))
  }

  function restore(): void {
    const stored = sessionStorage.getItem(SETTINGS_KEY)
    if (stored === null) return
    const settings = JSON.parse(stored) as Settings // only `update` writes under this key
    faults.delayMs = settings.delayMs
    delay.value = String(settings.delayMs || '')
    calls.value = settings.calls
    times.value = String(settings.left ?? '')
    setFault(settings.fault ?? '', settings.left)
  }

  toggle.addEventListener('click', () => setOpen(form.hidden !== false))
  form.addEventListener('change', ({ target }) => {
    faults.delayMs = Math.max(0, delay.valueAsNumber || 0)
    if (target === delay) update()
    else setFault(fault.value, times.valueAsNumber || null)
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('click', ({ target }) => {
    const name = target instanceof HTMLButtonElement ? target.name : ''
    if (name === 'off') {
      delay.value = ''
      faults.reset()
    }
    if (name === 'sessions') backend.endSessions()
    if (name === 'data') {
      backend.resetData()
      location.reload()
    }
  })
  host.addEventListener('keydown', (event) => {
    event.stopPropagation()
    if (event.key !== 'Escape' || form.hidden) return
    setOpen(false)
    toggle.focus()
  })
  faults.subscribe(update)
  restore()
  update()
  document.body.append(host)
}
