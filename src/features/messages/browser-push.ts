import * as v from 'valibot'
import { type PushSubscriptionBody, PushSubscriptionSchema } from '#src/domain/message.ts'

// The browser's side of notifications (Push API).

/** Its message tells the user why this device shows no notifications. */
export class NotifyRefusal extends Error {}

const NOT_HERE = 'This browser cannot show notifications.'
const NOT_INSTALLED =
  'On an iPhone or iPad, add this app to the Home Screen first, and turn this on there.'
const BLOCKED =
  'Notifications are blocked for this site. Allow them in the settings of the browser.'
const NOT_ANSWERED = 'The browser was not allowed to show notifications. Nothing was changed.'
const NO_WORKER = 'The app is not ready on this device yet. Load the page again, then try again.'
const NO_SERVICE = 'This browser cannot reach its push service. Nothing was changed.'

/** The browser's subscription; null without one, or if it is for another key. A null `publicKey` matches any key. */
export async function findSubscription(publicKey: string | null): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const present = (await registration?.pushManager?.getSubscription()) ?? null
  if (!present || publicKey === null) return present
  return isOfKey(present, publicKey) ? present : null
}

/** Asks for the permission. Returns a function that subscribes for the server's key. @throws NotifyRefusal */
export async function subscribeBrowser() {
  if (!('Notification' in window && 'PushManager' in window))
    throw new NotifyRefusal(/iPhone|iPad/.test(navigator.userAgent) ? NOT_INSTALLED : NOT_HERE)
  const answer = await Notification.requestPermission()
  if (answer === 'denied') throw new NotifyRefusal(BLOCKED)
  if (answer !== 'granted') throw new NotifyRefusal(NOT_ANSWERED)
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) throw new NotifyRefusal(NO_WORKER)
  const { pushManager } = registration
  return async (publicKey: string): Promise<PushSubscriptionBody> => {
    const before = await pushManager.getSubscription()
    // Ends a subscription for an earlier key of the server, because browsers refuse a second one with another key.
    if (before && !isOfKey(before, publicKey)) await before.unsubscribe()
    const key = { userVisibleOnly: true, applicationServerKey: toBytes(publicKey) }
    const made = await pushManager.subscribe(key).catch((error: unknown) => {
      console.info('The browser did not subscribe.', error)
      throw new NotifyRefusal(NO_SERVICE)
    })
    return v.parse(PushSubscriptionSchema, made.toJSON())
  }
}

function isOfKey({ options }: PushSubscription, publicKey: string): boolean {
  const own = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const wanted = toBytes(publicKey)
  return own.length === wanted.length && own.every((byte, index) => byte === wanted[index])
}

/** Decodes base64url. */
function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}
