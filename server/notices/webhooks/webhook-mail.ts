import { type Mail, PRODUCT_NAME } from '#server/platform/mail/mail.ts'

/** Reports that a webhook was paused and receives no events until it is resumed. `host` is the receiver's host. */
export function composeWebhookMail({
  host,
  webhookId,
  publicUrl,
}: {
  host: string
  webhookId: string
  publicUrl: string
}): Mail {
  return {
    subject: 'A webhook was paused',
    text: [
      `The webhook to ${host} failed 100 times in a row, so ${PRODUCT_NAME} paused it.`,
      `Its events wait, for up to 30 days. Correct the receiver, then resume the webhook ${webhookId}:`,
      `${publicUrl}/api/docs\n`,
    ].join('\n\n'),
  }
}
