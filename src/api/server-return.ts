import { isApiReachable } from './change-call.ts'

// Notices within seconds that an unreachable server can be reached again. Browsers fire `online` only when the device's
// own network returns, not when the server or a hotspot behind it does. One loop serves all that wait: the outbox and the
// uploads.

const PROBE_MS = 1_500 // with the call that follows, a change leaves within two seconds
const PROBE_LIMIT_MS = 2_500 // for a slow line, whose answer counts after the next probe too
const SLOW_PROBE_MS = 15_000 // later, the battery matters more than ten seconds
const SLOW_AFTER_MS = 10 * 60_000 // a lift, a tunnel or a restart of the server is over by then

interface Waiter {
  onReturn(): void
  /** Whether a probe, or the caller, has found the server unreachable. */
  isLost: boolean
}

/** Whether probes may be sent now: not while the person saves data or works offline on purpose. */
let mayProbe = () => true
const waiters = new Set<Waiter>()
let timer: ReturnType<typeof setTimeout> | undefined
let beganAt = 0

/** Called once by the composition root. */
export function connectServerReturn(isAllowed: () => boolean): void {
  mayProbe = isAllowed
}

/**
 * Calls back once, when a probe finds that an unreachable server answers again. A caller that does not know whether the
 * server is unreachable, or only failed to answer one call, passes `isLost: false`: a probe then finds out first. Probes
 * only while the page is visible. Returns a function that stops the wait.
 */
export function watchServerReturn(onReturn: () => void, { isLost = true } = {}): () => void {
  const waiter = { onReturn, isLost }
  waiters.add(waiter)
  if (waiters.size === 1) begin()
  if (!isLost) probe()
  return () => remove(waiter)
}

function begin(): void {
  beganAt = Date.now()
  document.addEventListener('visibilitychange', probe)
  schedule()
}

function remove(waiter: Waiter): void {
  waiters.delete(waiter)
  if (waiters.size > 0) return
  clearTimeout(timer)
  document.removeEventListener('visibilitychange', probe)
}

function schedule(): void {
  clearTimeout(timer)
  const isSlow = Date.now() - beganAt >= SLOW_AFTER_MS
  timer = setTimeout(probe, isSlow ? SLOW_PROBE_MS : PROBE_MS)
}

function probe(): void {
  if (document.visibilityState !== 'visible') return
  schedule()
  if (mayProbe()) void isApiReachable(PROBE_LIMIT_MS).then(settle)
}

function settle(isReachable: boolean): void {
  for (const waiter of [...waiters]) {
    if (!isReachable) waiter.isLost = true
    if (!isReachable || !waiter.isLost) continue
    remove(waiter)
    waiter.onReturn()
  }
}
