// Tokens by which the server knows this device at an account's next sign-in, so that strangers who guess passwords cannot lock
// the account's owner out. They outlive the session: nothing that ends one removes them.

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

/**
 * A signed-out device must not reveal who used it. 32 bits (FNV-1a) tell the accounts of one device apart and are too few to
 * prove an address.
 */
function keyOf(email: string): string {
  let hash = 0x811c9dc5
  for (const character of email.toLowerCase())
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return `${PREFIX}${(hash >>> 0).toString(36)}`
}
