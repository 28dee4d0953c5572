import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { makeContractRequest } from '#tests/contract/contract-request.ts'
import { verdictOf } from './call-report.ts'
import { checkLiveContract } from './live-contract.ts'
import { writeReport } from './report-text.ts'

// `npm run contract -- https://api.example.in`: reports which of the thirteen calls a backend
// implements, and which extensions it offers. Exits with 1 when a call fails.

const CALL_MS = 30_000 // timeout of a call: no user would wait longer
const USAGE = `Usage: npm run contract -- https://api.example.in [options]
  --write               also make the calls that change something, and put back what they change
  --register <address>  with --write: register this e-mail address; its account stays
  --delete <id>         with --write: delete this property for good
  --origin <origin>     the panel's origin, to check the CORS headers (default https://panel.example)
CONTRACT_EMAIL and CONTRACT_PASSWORD are the operator's account.
`

const options = {
  write: { type: 'boolean', default: false },
  register: { type: 'string' },
  delete: { type: 'string' },
  origin: { type: 'string', default: 'https://panel.example' },
} as const

await run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n\n${USAGE}`)
  process.exitCode = 1
})

/** @throws when the arguments or the environment are incomplete */
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [address, ...more] = positionals
  if (address === undefined || more.length > 0) throw new Error('Name one backend.')
  const { write: mayWrite, register: newEmail, delete: propertyToDelete } = values
  if (!mayWrite && (newEmail ?? propertyToDelete) !== undefined) {
    throw new Error('--register and --delete need --write.')
  }
  const email = process.env['CONTRACT_EMAIL']
  const password = process.env['CONTRACT_PASSWORD']
  if (!email || !password) throw new Error('Set CONTRACT_EMAIL and CONTRACT_PASSWORD.')

  const origin = readOrigin(address)
  const report = await checkLiveContract({
    request: makeContractRequest(
      (request) => fetch(request, { redirect: 'manual', signal: AbortSignal.timeout(CALL_MS) }),
      origin,
    ),
    account: { email, password },
    mayWrite,
    panelOrigin: values.origin,
    newEmail,
    propertyToDelete,
    findCode: askForCode,
  })
  process.stdout.write(`${origin}/api as ${email}\n\n${writeReport(report)}`)
  if (report.calls.some((one) => verdictOf(one) === 'does not hold')) process.exitCode = 1
}

function readOrigin(address: string): string {
  const { protocol, origin, pathname } = new URL(address)
  // The argument is an origin, like VITE_API_HOST. A trailing /api is accepted, because every API path starts with it.
  const isOrigin = /^https?:$/.test(protocol) && /^\/(api\/?)?$/.test(pathname)
  if (!isOrigin) throw new Error('Name the backend as https://host, without a path.')
  return origin
}

/** Asks the person at the terminal for the code in the mail. Without a terminal returns null. */
async function askForCode(email: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const code = await terminal.question(`The code that was sent to ${email} (Enter: none came): `)
  terminal.close()
  return code.trim() || null
}
