import * as v from 'valibot'
import { SignInAnswerSchema } from '#src/domain/account/account.ts'
import { ListingStatusSchema } from '#src/domain/listing/listing.ts'
import { findRefusalFlaws } from '#tests/contract/answer-check.ts'
import { CALLS } from '#tests/contract/contract-calls.ts'
import { checkGuard, dataOf, flawsOf, idOf, NO_ID, recordsOf, tryCall } from './call-check.ts'
import { type CallReport, reportNotTried } from './call-report.ts'
import type { LiveDesk, LiveOptions } from './live-contract.ts'

// The calls that change data. The checks undo what they can: they delete the event that they
// create, and set a status to its present value. A registration and the delete of a property cannot
// be undone, so each needs its own option on the command line.

const STARTS_AT = '2030-07-04T04:30:00.000Z'

export async function checkWrites(desk: LiveDesk, options: LiveOptions): Promise<CallReport[]> {
  return [
    ...(await checkRegistration(options)),
    ...(await checkEvents(desk)),
    await checkStatusChange(desk),
    await checkPropertyDelete(desk, options.propertyToDelete),
  ]
}

async function checkRegistration(options: LiveOptions): Promise<CallReport[]> {
  const { request, newEmail: email, findCode } = options
  if (email === undefined) {
    const reason = 'needs --register <address>: its account stays'
    return [reportNotTried(CALLS.register, reason), reportNotTried(CALLS.verify, reason)]
  }
  const registration = {
    fullName: 'Contract check',
    email,
    phoneNumber: '+91 98765 43210',
    password: crypto.randomUUID(),
    isAdult: true,
  }
  const register = await tryCall(CALLS.register, () =>
    request('POST', '/auth/register', { body: registration }),
  )
  const answer = v.safeParse(SignInAnswerSchema, register.body)
  if (!answer.success) {
    return [register.report, reportNotTried(CALLS.verify, 'nobody could be registered')]
  }
  const { token } = answer.output
  const enter = (otp: string) =>
    request('POST', '/auth/verify-otp', { token, body: { email, otp } })
  const code = await findCode?.(email)
  const wrong = await flawsOf(async () =>
    findRefusalFlaws(await enter(code === '000000' ? '000001' : '000000'), 400),
  )
  const verify = code
    ? (await tryCall(CALLS.verify, () => enter(code))).report
    : reportNotTried(CALLS.verify, 'nobody knows the code')
  const status = [...wrong.map((flaw) => `a wrong code: ${flaw}`), ...(verify.flaws.status ?? [])]
  return [register.report, { ...verify, flaws: { ...verify.flaws, status } }]
}

async function checkEvents({ ask, request }: LiveDesk): Promise<CallReport[]> {
  const title = `Contract check ${crypto.randomUUID()}`
  const place = 'Nobody is expected'
  const body = { title, kind: 'other', startsAt: STARTS_AT, place }
  const listOwn = async () => recordsOf(await (await ask('GET', '/events/user')).json())

  const create = await tryCall(CALLS.createEvent, () => ask('POST', '/events/create', { body }))
  // Also looks the event up by title, to delete it even after a lost or wrong answer.
  const [answered] = recordsOf([dataOf(create.body)])
  let id = answered ? idOf(answered) : null
  create.report.flaws.effect = await flawsOf(async () => {
    const listed = (await listOwn()).find((event) => event['title'] === title)
    id = listed ? idOf(listed) : id
    return listed ? [] : ['the list does not show the event']
  })
  create.report.flaws['401'] = await checkGuard(request, CALLS.createEvent, body)
  if (id === null) {
    const others = [CALLS.updateEvent, CALLS.deleteEvent]
    return [create.report, ...others.map((call) => reportNotTried(call, 'no event was created'))]
  }

  const path = `/events/${encodeURIComponent(id)}`
  const isThis = (event: Record<string, unknown>) => idOf(event) === id
  const change = { title: `${title}, changed` }
  const update = await tryCall(CALLS.updateEvent, () => ask('PUT', path, { body: change }))
  update.report.flaws.effect = await flawsOf(async () => {
    const event = (await listOwn()).find(isThis)
    return [
      ...(event?.['title'] === change.title ? [] : ['the list does not show the new title']),
      ...(event?.['place'] === place ? [] : ['fields that were not sent have changed']),
    ]
  })
  update.report.flaws['401'] = await checkGuard(request, CALLS.updateEvent, change)

  const remove = await tryCall(CALLS.deleteEvent, () => ask('DELETE', path))
  remove.report.flaws.effect = await flawsOf(async () =>
    (await listOwn()).some(isThis) ? [`the event is still there: ${change.title}`] : [],
  )
  remove.report.flaws['401'] = await checkGuard(request, CALLS.deleteEvent)
  return [create.report, update.report, remove.report]
}

async function checkStatusChange({ ask, request }: LiveDesk): Promise<CallReport> {
  const list = async () => recordsOf(await (await ask('GET', '/admin/properties')).json())
  const stated = (await list().catch(() => [])).filter(({ status }) =>
    v.is(ListingStatusSchema, status),
  )
  // Preferably not a pending property: someone may decide on it after this read of its status.
  const property = stated.find(({ status }) => status !== 'pending') ?? stated[0]
  const id = property ? idOf(property) : null
  if (!property || id === null) return reportNotTried(CALLS.setStatus, 'no property has a status')
  const { status, version } = property
  const path = `/admin/properties/${encodeURIComponent(id)}/status`
  const headers: Record<string, string> =
    typeof version === 'number' ? { 'If-Match': `"${version}"` } : {}
  const { report } = await tryCall(CALLS.setStatus, () =>
    ask('PATCH', path, { body: { status }, headers }),
  )
  report.flaws.effect = await flawsOf(async () => {
    const after = (await list()).find((one) => idOf(one) === id)
    return after?.['status'] === status
      ? []
      : [`the status was ${status} and is ${after?.['status']}`]
  })
  report.flaws['401'] = await checkGuard(request, CALLS.setStatus, { status })
  return report
}

async function checkPropertyDelete(
  { ask, request }: LiveDesk,
  id: string | undefined,
): Promise<CallReport> {
  const report =
    id === undefined
      ? reportNotTried(CALLS.deleteProperty, 'needs --delete <id>: nothing brings it back')
      : await deleteProperty(ask, id)
  const missing = await flawsOf(async () =>
    findRefusalFlaws(await ask('DELETE', `/admin/property/${NO_ID}`), 404),
  )
  const { status = [] } = report.flaws
  report.flaws.status = [...status, ...missing.map((flaw) => `an unknown property: ${flaw}`)]
  report.flaws['401'] = await checkGuard(request, CALLS.deleteProperty)
  return report
}

async function deleteProperty(ask: LiveDesk['ask'], id: string): Promise<CallReport> {
  const { report } = await tryCall(CALLS.deleteProperty, () =>
    ask('DELETE', `/admin/property/${encodeURIComponent(id)}`),
  )
  report.flaws.effect = await flawsOf(async () => {
    const left = recordsOf(await (await ask('GET', '/admin/properties')).json())
    return left.some((one) => idOf(one) === id) ? ['the list still shows the property'] : []
  })
  return report
}
