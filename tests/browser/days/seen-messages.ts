import type { Page } from 'playwright-core'

// What a page said in messages during a day, as a person reads them.

interface Noted {
  /** The text of each message, and each change of it, in order. */
  said: string[]
  /** Texts of messages of one series that were open at the same time. */
  stacked: string[]
}

/** The messages of one series share a place; a conflict and a decision that both made are two series. */
const SERIES = [
  / sent[,.]/,
  / already \w+ .*on another device/,
  / already | changed meanwhile/,
  /approved!|rejected!| decided: /,
  /^Saved on this device/,
].map(({ source }) => source)

/** Starts noting. A page that is loaded anew begins again. */
export function noteMessages(page: Page): Promise<void> {
  return page.evaluate((series) => {
    const noted: Noted = { said: [], stacked: [] }
    Object.assign(globalThis, { noted })
    const last = new WeakMap<Element, string>()
    const note = () => {
      const open = [...document.querySelectorAll('.toast:not([data-leaving])')]
      for (const toast of open) {
        const text = toast.textContent ?? ''
        if (last.get(toast) !== text) noted.said.push(text)
        last.set(toast, text)
      }
      const texts = open.map((toast) => toast.textContent ?? '')
      const names = texts.map((text) => series.findIndex((one) => new RegExp(one).test(text)))
      const isStacked = names.some((name, place) => name >= 0 && names.indexOf(name) !== place)
      if (isStacked) noted.stacked.push(texts.join(' | '))
    }
    const watched = { childList: true, subtree: true, characterData: true, attributes: true }
    new MutationObserver(note).observe(document.body, watched)
  }, SERIES)
}

export function readMessages(page: Page): Promise<Noted> {
  return page.evaluate(() => (globalThis as object as { noted: Noted }).noted) // `noteMessages` has set it
}

/** How many decisions the messages call already made by that person in the same way. */
export function countAlreadyMade(said: readonly string[], who: string): number {
  let sum = 0
  let before = 0
  for (const text of said) {
    if (!new RegExp(`already \\w+ by ${who} on another device`).test(text)) continue
    const count = Number(/(\d+) were already \w+ by [^,.]* on another device/.exec(text)?.[1] ?? 1)
    if (/ sent,/.test(text)) {
      sum += count // a summary has its own count
      continue
    }
    sum += count > before ? count - before : count // a message that left the screen begins anew
    before = count
  }
  return sum
}
