// One-time codes by e-mail. A server without a mail server writes the code to its log and nowhere else.

import nodemailer from 'nodemailer'
import type { Logger } from 'pino'
import { composeCodeMail } from './code-mail.ts'
import { maskEmail } from './email-mask.ts'

export interface Mailer {
  /** Whether the mail server was there to take the code. Never throws. */
  sendCode(to: string, code: string): Promise<boolean>
  /** For an address that gets no code: meets the same mail server and answers what `sendCode` would have. */
  sendNothing(): Promise<boolean>
}

export interface MailSettings {
  /** smtp:// or smtps://, with user and password where they are needed; null for none. */
  smtpUrl: string | null
  /** 'name@example.in' or 'Name <name@example.in>'. */
  mailFrom: string | null
}

const TIMEOUT_MS = 10_000 // for the connection, the greeting and any silence after them: a person is waiting

export function makeMailer(
  { smtpUrl, mailFrom }: MailSettings,
  log: Pick<Logger, 'warn' | 'error'>,
): Mailer {
  if (smtpUrl === null || mailFrom === null) return makeLogMailer(log)
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  async function isTaken(work: () => Promise<unknown>, to: string | null): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      const refusal = describeFailure(error)
      const isReached = MAIL_REFUSED.has(refusal.code)
      const about = { to: to === null ? null : maskEmail(to), ...refusal }
      if (isReached) log.warn(about, 'the mail server refused a mail')
      else log.error(about, 'the mail server cannot be reached')
      return isReached
    }
  }

  return {
    sendCode: (to, code) =>
      isTaken(() => transport.sendMail({ from: mailFrom, to, ...composeCodeMail(code) }), to),
    sendNothing: () => isTaken(() => transport.verify(), null),
  }
}

/** Refusals of one mail. An address that gets none cannot meet them, so they must not show in the answer. */
const MAIL_REFUSED = new Set<unknown>(['EENVELOPE', 'EMESSAGE'])

/** What may be logged of a failure; the server's own words often repeat the address. */
function describeFailure(error: unknown) {
  if (!(error instanceof Error)) return { code: null, command: null, responseCode: null }
  const {
    code = null,
    command = null,
    responseCode = null,
  } = { ...error } as {
    code?: unknown // nodemailer puts these on a plain Error
    command?: unknown
    responseCode?: unknown
  }
  return { code, command, responseCode }
}

function makeLogMailer(log: Pick<Logger, 'warn'>): Mailer {
  return {
    async sendCode(to, code) {
      log.warn({ to: maskEmail(to), code }, 'SMTP_URL is not set; a code was not mailed')
      return true
    },
    sendNothing: async () => true,
  }
}
