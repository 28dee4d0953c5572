// Sends mails. Without a mail server, it only writes one-time codes to the log.

import nodemailer from 'nodemailer'
import type { Logger } from 'pino'
import { isLoopback } from '#server/platform/config/loopback-host.ts'
import type { Metrics } from '#server/platform/metrics/metrics-service.ts'
import { endWithin } from '#server/platform/outbound/time-limit-service.ts'
import { composeCodeMail } from './code-mail.ts'
import { maskEmail } from './email-mask.ts'
import type { Mail } from './mail.ts'

export interface Mailer {
  /** False without SMTP_URL: `send` then sends nothing. */
  isConfigured: boolean
  /** Whether the mail server accepted the mail for this address. Never throws. */
  send(to: string, mail: Mail): Promise<boolean>
  /** Like `send`; without SMTP_URL, writes the code to the log and returns true. Never throws. */
  sendCode(to: string, code: string): Promise<boolean>
  /** Whether the mail server can be used at all; true without SMTP_URL. Sends no mail. Never throws. */
  isUsable(): Promise<boolean>
}

export interface MailSettings {
  /** smtp:// or smtps://, with credentials if needed; null without a mail server. */
  smtpUrl: string | null
  /** 'name@example.in' or 'Name <name@example.in>'. */
  mailFrom: string | null
}

type MailLog = Pick<Logger, 'warn' | 'error' | 'child'>

const NO_TLS =
  'the mail server of SMTP_URL offers no TLS, which it needs outside this machine: turn on STARTTLS there, use smtps://, or run a relay on this machine'

const TIMEOUT_MS = 10_000 // for connection, greeting and inactivity: a person is waiting
const WHOLE_MS = 30_000 // for a mail: a server that says a little every few seconds is never inactive

export function makeMailer(
  { smtpUrl, mailFrom }: MailSettings,
  log: MailLog,
  { mailFailures }: Pick<Metrics, 'mailFailures'>,
): Mailer {
  if (smtpUrl === null || mailFrom === null) return makeLogMailer(log)
  const from = mailFrom
  const transport = nodemailer.createTransport({
    url: requireTls(smtpUrl),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Whether the server rejects our sender or password. A successful connection does not reset it:
  // only an accepted mail does.
  let isRefusingUs = false

  function reportUnusable(about: Failure): void {
    mailFailures.inc({ reason: 'unusable' })
    log.error(about, hasNoTls(about) ? NO_TLS : 'the mail server cannot be used')
  }

  async function send(to: string, mail: Mail): Promise<boolean> {
    try {
      // RFC 3834: no out-of-office replies.
      const headers = { 'Auto-Submitted': 'auto-generated' }
      await endWithin(WHOLE_MS, (signal) =>
        transport.sendMail({ from, to, ...mail, headers, signal }),
      )
      isRefusingUs = false
      return true
    } catch (error) {
      const failure = describeFailure(error)
      const about = { to: maskEmail(to), ...failure }
      isRefusingUs ||= isRefusalOfUs(failure)
      if (isRefusalOfMail(failure)) {
        mailFailures.inc({ reason: 'refused' })
        log.warn(about, 'the mail server refused a mail')
      } else reportUnusable(about)
      return false
    }
  }

  return {
    isConfigured: true,
    send,
    sendCode: (to, code) => send(to, composeCodeMail(code)),
    async isUsable() {
      if (isRefusingUs) return false
      try {
        await endWithin(WHOLE_MS, () => transport.verify())
        return true
      } catch (error) {
        reportUnusable(describeFailure(error))
        return false
      }
    },
  }
}

/**
 * Requires TLS, because an attacker on the network could remove the STARTTLS offer and read the
 * codes (RFC 3207, section 6). A mail server on this machine is exempt. The option is in the
 * URL, because nodemailer prefers the URL to its options.
 */
function requireTls(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  if (!isLoopback(url.hostname)) url.searchParams.set('requireTLS', 'true')
  return url.href
}

interface Failure {
  code: unknown
  command: unknown
  responseCode: unknown
}

/** Whether the mail server rejects our sender or password, which affects all mails. */
function isRefusalOfUs({ code, command }: Failure): boolean {
  return command === 'MAIL FROM' || code === 'EAUTH'
}

/** Whether the mail server answered that it knows no STARTTLS. A failed handshake has no answer. */
function hasNoTls({ code, command, responseCode }: Failure): boolean {
  return code === 'ETLS' && command === 'STARTTLS' && responseCode !== null
}

function isRefusalOfMail(failure: Failure): boolean {
  return !isRefusalOfUs(failure) && (failure.code === 'EENVELOPE' || failure.code === 'EMESSAGE')
}

/** The loggable part of an error. The message is left out, because it often has the recipient's address. */
function describeFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { code: null, command: null, responseCode: null }
  // nodemailer adds these properties to a plain Error.
  const { code = null, command = null, responseCode = null } = { ...error } as Partial<Failure>
  return { code, command, responseCode }
}

function makeLogMailer(log: MailLog): Mailer {
  // Log the code at every level: without a mail server, it is available nowhere else.
  const codeLog = log.child({}, { level: 'warn' })
  return {
    isConfigured: false,
    async send(to, { subject }) {
      log.warn({ to: maskEmail(to), subject }, 'SMTP_URL is not set; a mail was not sent')
      return false
    },
    async sendCode(to, code) {
      codeLog.warn({ to: maskEmail(to), code }, 'SMTP_URL is not set; a code was not mailed')
      return true
    },
    isUsable: async () => true,
  }
}
