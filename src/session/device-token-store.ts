import { shortHash } from '#src/domain/short-hash.ts'

// Tokens by which the server recognises this device at an account's next sign-in, so that strangers who guess passwords
// cannot lock the owner out. They outlive the session: neither a sign-out nor an expiry removes them.

const PREFIX = 'device-token:'

export function findDeviceToken(storage: Storage, email: string): string | null {
  return storage.getItem(keyOf(email))
}

export function keepDeviceToken(storage: Storage, email: string, token: string): void {
  try {
    storage.setItem(keyOf(email), token)
  } catch (error) {
    console.warn('This device cannot be remembered for the next sign-in.', error)
  }
}

/** Hashes the e-mail address, because a signed-out device must not reveal who used it. */
function keyOf(email: string): string {
  return `${PREFIX}${shortHash(email.toLowerCase())}`
}
