import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { userIdOf } from './session-store.ts'
import { useSession } from './use-session.ts'

// Stores the drafts of forms in this tab until they are submitted: they survive a reload, a 401 and navigation. Each
// user has separate drafts. Never store a password or a one-time code here.

const PREFIX = 'draft:'
/** The owner of drafts that belong to no signed-in user. */
const ANYONE = 'anyone'

/** Drafts that sessionStorage could not store. They are lost with the page. */
const unstoredDrafts = new Map<string, object>()

/**
 * Returns the draft, a setter that also stores it, and a function that removes it. `initial` applies until the user
 * types; later values of `initial` are ignored. With 'anyone' as owner, the draft on the screen survives a sign-in or
 * sign-out. An update starts from the draft on the screen, not from the stored one, which a sign-in in another tab may
 * have cleared.
 */
export function useDraft<Fields extends object>(
  name: string,
  initial: Fields,
  owner: 'user' | 'anyone' = 'user',
): [draft: Fields, setDraft: SetDraft<Fields>, clearDraft: () => void] {
  const session = useSession()
  const userId = owner === 'user' && session ? userIdOf(session) : ANYONE
  const key = `${prefixOf(userId)}${name}`
  const [held, setHeld] = useState(() => openDraft(key, initial))
  const shown = held.key === key ? held : openDraft(key, initial)
  if (shown !== held) setHeld(shown)
  const start = shown.initial
  const latest = useRef(shown)
  useLayoutEffect(() => {
    latest.current = shown
  }, [shown])

  const hold = useCallback(
    (fields: Fields) => {
      latest.current = { key, initial: start, fields }
      setHeld(latest.current)
    },
    [key, start],
  )
  const setDraft = useCallback<SetDraft<Fields>>(
    (next) => {
      const { current } = latest
      const before = current.key === key ? current.fields : readDraft(key, start)
      const fields = typeof next === 'function' ? next(before) : next
      writeDraft(key, fields)
      hold(fields)
    },
    [key, start, hold],
  )
  const clearDraft = useCallback(() => {
    removeDraft(key)
    hold(start)
  }, [key, start, hold])

  return [shown.fields, setDraft, clearDraft]
}

export type SetDraft<Fields> = (next: Fields | ((before: Fields) => Fields)) => void

/** Removes a user's drafts from this tab after a sign-out. */
export function removeDraftsOf(userId: string): void {
  removeDrafts((key) => key.startsWith(prefixOf(userId)))
}

/** Removes all drafts except this user's from this tab, after the user has signed in. */
export function keepDraftsOf(userId: string): void {
  removeDrafts((key) => key.startsWith(PREFIX) && !key.startsWith(prefixOf(userId)))
}

function removeDrafts(isTheirs: (key: string) => boolean): void {
  for (const key of [...unstoredDrafts.keys()].filter(isTheirs)) unstoredDrafts.delete(key)
  try {
    for (const key of Object.keys(sessionStorage).filter(isTheirs)) sessionStorage.removeItem(key)
  } catch (error) {
    console.warn('A draft could not be removed from this tab.', error)
  }
}

function prefixOf(userId: string): string {
  return `${PREFIX}${userId}:`
}

function openDraft<Fields extends object>(key: string, initial: Fields) {
  return { key, initial, fields: readDraft(key, initial) }
}

function readDraft<Fields extends object>(key: string, initial: Fields): Fields {
  if (!('sessionStorage' in globalThis)) return initial // during prerendering
  const remembered = unstoredDrafts.get(key)
  if (remembered) return { ...initial, ...remembered }
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? initial : { ...initial, ...fittingFields(JSON.parse(text), initial) }
  } catch (error) {
    console.warn('A draft could not be read again.', error)
    return initial
  }
}

/** Drops stored values whose type differs from that of their initial value: an older build may have stored them. */
function fittingFields(stored: unknown, initial: object): object {
  if (typeof stored !== 'object' || stored === null) return {}
  const kinds = new Map(Object.entries(initial).map(([name, value]) => [name, kindOf(value)]))
  const fits = ([name, value]: [string, unknown]) => {
    const kind = kinds.get(name)
    return kind === undefined || kind === 'nothing' || kind === kindOf(value)
  }
  return Object.fromEntries(Object.entries(stored).filter(fits))
}

function kindOf(value: unknown): string {
  return value === null || value === undefined ? 'nothing' : typeof value
}

function writeDraft(key: string, fields: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(fields))
    unstoredDrafts.delete(key)
  } catch (error) {
    unstoredDrafts.set(key, fields)
    console.warn('A draft cannot be kept for a reload.', error)
  }
}

function removeDraft(key: string): void {
  unstoredDrafts.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch (error) {
    console.warn('A draft could not be removed from this tab.', error)
  }
}
