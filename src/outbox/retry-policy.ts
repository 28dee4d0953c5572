import type { Hold } from '#src/outbox/kinds/answer-verdict.ts'

const BUSY_TRIES = 2 // a busy server without Retry-After gets the pause after two tries: up to 4 s
const LONGEST_OF_OTHERS_MS = 60_000 // after this, a few other changes test whether the 429 applies to them
const FIRST_MS = 1_000 // a short network failure is over in about a second
const CAP_VISIBLE_MS = 20_000 // page visible: the person never waits longer than this after the network is back
const CAP_HIDDEN_MS = 5 * 60_000 // page hidden: save the battery

/**
 * Milliseconds until the next try: exponential with full jitter, and never less than the server's Retry-After.
 * `tries` counts the tries so far (1 after the first); `random` is in [0, 1).
 */
export function retryDelayMs(input: {
  tries: number
  isVisible: boolean
  retryAfterMs: number | null
  random: number
}): number {
  const cap = longestPauseMs(input.isVisible)
  const ceiling = Math.min(cap, FIRST_MS * 2 ** Math.min(input.tries, 20)) // 2^20 s is above any cap, and finite
  return Math.max(input.retryAfterMs ?? 0, Math.round(input.random * ceiling))
}

/**
 * Milliseconds for which an answer holds back all changes on this device. After a 429, the refused change waits as long
 * as the server asks, but the others at most a minute: the limit may apply to one kind of change only.
 */
export function holdAllMs(input: {
  holds: Hold
  isVisible: boolean
  retryAfterMs: number | null
  random: number
}): number {
  if (input.holds === 'itself') return 0
  const wait = retryDelayMs({ ...input, tries: BUSY_TRIES })
  return input.holds === 'person' ? Math.min(wait, LONGEST_OF_OTHERS_MS) : wait
}

/** The longest pause between two tries without a Retry-After, in milliseconds. */
export function longestPauseMs(isVisible: boolean): number {
  return isVisible ? CAP_VISIBLE_MS : CAP_HIDDEN_MS
}
