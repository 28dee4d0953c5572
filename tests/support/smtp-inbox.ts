import { EventEmitter, once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export interface InboxMail {
  from: string
  to: string[]
  /** Unfolded headers, keyed by their lower-case names. */
  headers: Record<string, string>
  text: string
}

export interface SmtpInbox {
  url: string
  mails: readonly InboxMail[]
  /** Connections accepted so far. */
  readonly connections: number
  /** Returns the code of the newest mail to an address; waits for the first one. */
  waitForCode(email: string): Promise<string>
  /** Refuses all recipients from now on; `false` accepts them again. */
  refuseRecipients(isRefused?: boolean): void
  /** Accepts recipients but refuses the message itself; `false` accepts it again. */
  refuseMails(isRefused?: boolean): void
  /** Stops listening, like a mail server that is down. */
  stop(): Promise<void>
  /** Listens again, at the same address. */
  start(): Promise<void>
  close(): Promise<void>
}

/** A real SMTP server on loopback that stores the mails it receives. */
export async function startSmtpInbox(): Promise<SmtpInbox> {
  const mails: InboxMail[] = []
  const arrivals = new EventEmitter()
  const refused = { recipients: false, mails: false }
  let connections = 0
  let server: SMTPServer | null = null

  async function listen(port: number): Promise<number> {
    const made = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onConnect(_, done) {
        connections += 1
        done()
      },
      onRcptTo({ address }, _, done) {
        done(refused.recipients ? refusal(`${address} is not here`) : null)
      },
      onData(stream, session, done) {
        void text(stream).then((source) => {
          if (refused.mails) return done(refusal('not wanted'))
          mails.push(readMail(source, session))
          arrivals.emit('mail')
          done()
        }, done)
      },
    })
    server = made
    const listening = made.listen(port, '127.0.0.1')
    await once(listening, 'listening')
    const address = listening.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return address.port
  }

  async function stop(): Promise<void> {
    const open = server
    server = null
    if (open) await new Promise<void>((resolve) => open.close(resolve))
  }

  const port = await listen(0)
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    get connections() {
      return connections
    },
    async waitForCode(email) {
      for (;;) {
        const mail = mails.findLast(({ to }) => to.includes(email))
        const code = mail && /\b\d{6}\b/.exec(mail.text)?.[0]
        if (code) return code
        await once(arrivals, 'mail')
      }
    },
    refuseRecipients: (isRefused = true) => {
      refused.recipients = isRefused
    },
    refuseMails: (isRefused = true) => {
      refused.mails = isRefused
    },
    stop,
    start: async () => {
      await listen(port)
    },
    close: stop,
  }
}

function refusal(message: string) {
  return Object.assign(new Error(message), { responseCode: 550 })
}

function readMail(source: string, { envelope }: SMTPServerSession): InboxMail {
  const [head = '', ...body] = source.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    headers: Object.fromEntries(headers),
    text: body.join('\r\n\r\n').replaceAll('\r\n', '\n'),
  }
}
