// The records that the signed-in person opened last on this device: kinds and ids only, because names are personal data.
// They are forgotten when the session ends.

const PREFIX = 'recent:'
const MOST = 8 // fits a phone without scrolling
const KEY = /^(property|users|loans|payments)\/[\w-]{1,64}$/

/** The keys of records (`recordKey`), the last opened first. */
export function listRecent(userId: string): string[] {
  const keys = (localStorage.getItem(PREFIX + userId) ?? '').split(' ')
  return keys.filter((key) => KEY.test(key)).slice(0, MOST)
}

export function noteRecent(userId: string, key: string): void {
  if (!KEY.test(key)) return
  const others = listRecent(userId).filter((known) => known !== key)
  try {
    localStorage.setItem(PREFIX + userId, [key, ...others].slice(0, MOST).join(' '))
  } catch (error) {
    console.warn('The last opened records cannot be remembered.', error)
  }
}

export function forgetRecent(): void {
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)))
    localStorage.removeItem(key)
}
