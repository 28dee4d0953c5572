import webPush from 'web-push'
import type { PushSubscriptionRow } from '#server/platform/database/rows/message-rows.ts'
import { type OutboundClient, OutboundError } from '#server/platform/outbound/outbound-service.ts'
import type { PushPayload } from '#src/domain/message.ts'
import type { PushKeys } from './push-key-service.ts'

const KEPT_S = 86_400 // how long a push service stores the message for an offline device
const TIMEOUT_MS = 15_000 // shorter than the job's lease; push services respond within a second
const GONE: readonly number[] = [404, 410] // RFC 8030, section 7.3: the browser has unsubscribed

export interface PushSender {
  outbound: OutboundClient
  keys: PushKeys
  publicUrl: string
}

/**
 * Whether this server can send notifications: push services want an https contact (RFC 8292, section 2.1), and Apple's
 * refuses one at localhost.
 */
export function isPushAvailable(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

/**
 * Sends an encrypted payload (RFC 8291) to a browser through its push service. `gone` means that
 * the subscription has ended.
 */
export async function sendPush(
  { outbound, keys, publicUrl }: PushSender,
  { endpoint, p256dh, auth }: Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>,
  payload: PushPayload,
): Promise<'sent' | 'gone' | 'failed'> {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    // RFC 8292, section 2.1: the contact for push services.
    { vapidDetails: { ...keys, subject: publicUrl }, TTL: KEPT_S },
  )
  try {
    const { status } = await outbound.send({
      url: endpoint,
      method: 'POST',
      // web-push types all values as strings, but Content-Length and TTL are numbers.
      headers: headers as Record<string, string | number>,
      body,
      wholeMs: TIMEOUT_MS,
    })
    if (GONE.includes(status)) return 'gone'
    return status >= 200 && status < 300 ? 'sent' : 'failed'
  } catch (error) {
    if (error instanceof OutboundError) return 'failed'
    throw error
  }
}
