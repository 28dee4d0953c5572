import type { Hold } from './answer-rules.ts'

const BUSY_TRIES = 2 // a server that gives no time is left alone for up to 4 s
const LONGEST_OF_OTHERS_MS = 60_000 // then a few of what waits find out whether it is about them
const FIRST_MS = 1_000 // a hiccup of the network is over in about a second
const CAP_VISIBLE_MS = 20_000 // someone is looking: never let them wait longer than this after the network is back
const CAP_HIDDEN_MS = 5 * 60_000 // nobody is looking: spare the battery

/**
 * Milliseconds until the next try: exponential with full jitter, and never before what the server asked for.
 * `tries` counts the tries so far (1 after the first); `random` is in [0, 1).
 */
export function retryDelayMs(input: {
  tries: number
  isVisible: boolean
  retryAfterMs: number | null
  random: number
}): number {
  const cap = longestPauseMs(input.isVisible)
  const ceiling = Math.min(cap, FIRST_MS * 2 ** Math.min(input.tries, 20)) // 2^20 s is past any cap, and stays finite
  return Math.max(input.retryAfterMs ?? 0, Math.round(input.random * ceiling))
}

/**
 * Milliseconds for which an answer holds back all changes on this device. A change that holds back its person's waits as
 * long as the server asks, the others no longer than a minute: the answer may be about that kind of change only.
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

/** The longest pause between two tries that no server asked for, in milliseconds. */
export function longestPauseMs(isVisible: boolean): number {
  return isVisible ? CAP_VISIBLE_MS : CAP_HIDDEN_MS
}
