import { EventEmitter, once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

interface InboxMail {
  from: string
  to: string[]
  /** Unfolded headers, keyed by their lower-case names. */
  headers: Record<string, string>
  text: string
  /** The one-time code in the subject; empty without one. */
  code: string
  /** The single-use link in the text; empty without one. */
  link: string
}

/** The step of a delivery at which the server refuses a mail. */
type Step = 'login' | 'sender' | 'recipient' | 'mail'

export type SmtpInbox = Awaited<ReturnType<typeof startSmtpInbox>>

/** A real SMTP server on loopback that stores mails. A test can make it refuse or delay them. */
export async function startSmtpInbox() {
  const mails: InboxMail[] = []
  const arrivals = new EventEmitter()
  /** The number of connections, and of mails whose delivery began. */
  const counts = { connections: 0, mails: 0 }
  let refused: Step | null = null
  let held: Promise<void> = Promise.resolve()
  let server: SMTPServer | null = null
  const refuseIf = (step: Step, responseCode = 550) =>
    refused === step ? Object.assign(new Error('not wanted here'), { responseCode }) : null

  async function listen(port: number): Promise<number> {
    const made = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onConnect(_, done) {
        counts.connections += 1
        done()
      },
      onAuth(_, __, done) {
        const refusal = refuseIf('login', 535)
        if (refusal) done(refusal)
        else done(null, { user: 'codes' })
      },
      onMailFrom(_, __, done) {
        counts.mails += 1
        done(refuseIf('sender'))
      },
      onRcptTo(_, __, done) {
        void held.then(() => done(refuseIf('recipient')))
      },
      onData(stream, session, done) {
        void text(stream).then((source) => {
          const refusal = refuseIf('mail')
          if (!refusal) mails.push(readMail(source, session))
          arrivals.emit('mail')
          done(refusal)
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

  async function waitFor(email: string, part: 'code' | 'link'): Promise<string> {
    for (;;) {
      const mail = mails.findLast(({ to }) => to.includes(email))
      if (mail?.[part]) return mail[part]
      await once(arrivals, 'mail')
    }
  }

  const port = await listen(0)
  return {
    /** Includes a user name and a password. */
    url: `smtp://codes:word@127.0.0.1:${port}`,
    mails: mails as readonly InboxMail[],
    counts,
    /** Waits until the newest mail to the e-mail address has a code, and returns the code. */
    waitForCode: (email: string) => waitFor(email, 'code'),
    /** Waits until the newest mail to the e-mail address has a link, and returns the link. */
    waitForLink: (email: string) => waitFor(email, 'link'),
    /** Refuses this step of every later delivery; null accepts every step again. */
    refuse(step: Step | null) {
      refused = step
    },
    /** Delays every mail until the returned function is called. */
    hold(): () => void {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    /** Stops listening, like a mail server that is down. */
    async stop(): Promise<void> {
      const open = server
      server = null
      if (open) await new Promise<void>((resolve) => open.close(resolve))
    },
    /** Listens again, on the same port. */
    async start(): Promise<void> {
      await listen(port)
    },
  }
}

function readMail(source: string, { envelope }: SMTPServerSession): InboxMail {
  const [head = '', ...body] = source.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const named: Record<string, string> = Object.fromEntries(headers)
  const said = decode(body.join('\r\n\r\n'), named['content-transfer-encoding'] ?? '7bit')
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    headers: named,
    text: said.replaceAll('\r\n', '\n'),
    code: /Your code: (\d{6})/.exec(source)?.[1] ?? '',
    link: /https?:\S+#[\w-]{43}/.exec(said)?.[0] ?? '',
  }
}

/** Long lines and text that is not ASCII arrive as quoted-printable (RFC 2045, section 6.7). */
function decode(body: string, encoding: string): string {
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
