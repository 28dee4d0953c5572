import { type Mail, PRODUCT_NAME } from '#server/platform/mail/mail.ts'

/** Tells a user how to download their data; `accountUrl` is the URL of their account page. */
export function composeExportMail(accountUrl: string): Mail {
  return {
    subject: 'How to download your data',
    text: [
      `You asked for the data that ${PRODUCT_NAME} holds about you.`,
      `Sign in, open your account and press "Download my data":\n${accountUrl}`,
      'You are asked for your password before the download. Nobody on our team gets the file.',
      'If you did not ask for it, there is nothing to do.\n',
    ].join('\n\n'),
  }
}
