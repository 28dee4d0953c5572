import * as v from 'valibot'
import { SignInAnswerSchema } from '#src/domain/account/account.ts'
import { findRefusalFlaws } from '#tests/contract/answer-check.ts'
import type { ContractBackend } from '#tests/contract/contract-backend.ts'
import { CALLS, type ContractCall } from '#tests/contract/contract-calls.ts'
import { checkGuard, flawsOf, type TriedCall, tryCall } from './call-check.ts'
import { type CallReport, reportNotTried } from './call-report.ts'
import { type Extension, findExtensions } from './extension-checks.ts'
import { checkWrites } from './write-checks.ts'

// Checks the contract on a backend in use. Signs in, reads and signs out; changes data only with
// `mayWrite`.

export interface LiveOptions {
  request: ContractBackend['request']
  /** The operator's account. */
  account: { email: string; password: string }
  mayWrite: boolean
  /** The origin that will serve the panel. */
  panelOrigin: string
  /** An e-mail address to register. The account is not deleted afterwards. */
  newEmail?: string | undefined
  /** The id of a property to delete permanently. */
  propertyToDelete?: string | undefined
  /** Returns the one-time code sent to `newEmail`; null when unknown. */
  findCode?: (email: string) => Promise<string | null>
}

/** The signed-in operator's calls. */
export interface LiveDesk {
  request: ContractBackend['request']
  ask(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>
}

export interface LiveReport {
  /** One report for each of the thirteen calls. */
  calls: CallReport[]
  /** Empty when the sign-in failed. */
  extensions: Extension[]
}

const READS = [CALLS.events, CALLS.dashboard, CALLS.properties, CALLS.loans, CALLS.members]
const WRITES = [
  ...[CALLS.register, CALLS.verify, CALLS.createEvent, CALLS.updateEvent, CALLS.deleteEvent],
  ...[CALLS.setStatus, CALLS.deleteProperty],
]

export async function checkLiveContract(options: LiveOptions): Promise<LiveReport> {
  const { request, mayWrite } = options
  const signIn = await checkSignIn(options)
  const answer = v.safeParse(SignInAnswerSchema, signIn.body)
  if (!answer.success) {
    const others = [...READS, ...WRITES].map((call) => reportNotTried(call, 'nobody is signed in'))
    return { calls: inOrder([signIn.report, ...others]), extensions: [] }
  }
  const { token } = answer.output
  const desk: LiveDesk = {
    request,
    ask: (method, path, more) => request(method, path, { ...more, token }),
  }
  const reads = new Map<ContractCall, TriedCall>()
  for (const call of READS) {
    const read = await tryCall(call, () => desk.ask(call.method, call.path))
    read.report.flaws['401'] = await checkGuard(request, call)
    reads.set(call, read)
  }
  const writes = mayWrite
    ? await checkWrites(desk, options)
    : WRITES.map((call) => reportNotTried(call, 'needs --write'))
  const extensions = await findExtensions(desk, {
    takesKeys: answer.output.takesKeys,
    properties: reads.get(CALLS.properties)?.body,
    reads: READS,
    panelOrigin: options.panelOrigin,
  })
  await signOut(desk)
  const readReports = [...reads.values()].map(({ report }) => report)
  return { calls: inOrder([signIn.report, ...readReports, ...writes]), extensions }
}

/**
 * Tests wrong credentials with an unknown e-mail, because a backend may lock the operator out
 * after failed sign-ins.
 */
async function checkSignIn({ request, account }: LiveOptions): Promise<TriedCall> {
  const { method, path } = CALLS.login
  const tried = await tryCall(CALLS.login, () => request(method, path, { body: account }))
  const stranger = { email: 'nobody@contract.invalid', password: 'not the password at all' }
  tried.report.flaws['401'] = await flawsOf(async () =>
    findRefusalFlaws(await request(method, path, { body: stranger }), 401),
  )
  return tried
}

/** Our server ends the session. Other backends may not have this call, so its answer does not matter. */
async function signOut({ ask }: LiveDesk): Promise<void> {
  await flawsOf(async () => {
    await ask('POST', '/auth/logout')
    return []
  })
}

function inOrder(reports: readonly CallReport[]): CallReport[] {
  return Object.values(CALLS).flatMap((call) => reports.filter((report) => report.call === call))
}
