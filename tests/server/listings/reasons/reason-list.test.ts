import { beforeEach, describe, expect, test } from 'vitest'
import type { RejectionReason } from '#src/domain/listing/rejection-reason.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { makeDecisions } from '#tests/server/notices/messages/message-runs.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { requireReasons } from './reason-rule.ts'

const PATH = '/api/admin/reasons'

const server = serverForEachTest({ seed: makeMarket({ listings: [makeListing(2)] }) })
let token: string

beforeEach(async () => {
  token = await server.signIn()
})

async function read(by = token) {
  const { json, headers } = await call(server, 'GET', PATH, { token: by })
  const { data, meta } = json as unknown as {
    data: (RejectionReason & { isUsed: boolean })[]
    meta: { version: string }
  }
  return { reasons: data, version: meta.version, etag: headers.get('ETag') }
}

const toBody = (reasons: (RejectionReason & { isUsed?: boolean })[]) => ({
  reasons: reasons.map(({ isUsed: _, ...reason }) => reason),
})

function put(body: unknown, version: string | null, by = token) {
  const headers: Record<string, string> = version === null ? {} : { 'If-Match': `"${version}"` }
  return call(server, 'PUT', PATH, { token: by, body, headers })
}

const FLOOD: RejectionReason = {
  code: 'flood-plain',
  label: 'Flood plain',
  sentence: 'The property stands where nobody may live.',
  field: 'place',
  changesNeeded: false,
  isActive: true,
}

describe('the list of reasons', () => {
  test('has ten active, unused reasons at first', async () => {
    const { reasons, version, etag } = await read()
    expect(reasons).toHaveLength(10)
    expect(new Set(reasons.map(({ code }) => code)).size).toBe(10)
    expect(reasons.every(({ isActive, isUsed }) => isActive && !isUsed)).toBe(true)
    expect(etag).toBe(`"${version}"`)
    const headers = { 'If-None-Match': etag ?? '' }
    expect((await call(server, 'GET', PATH, { token, headers })).status).toBe(304)
  })

  test('is replaced as a whole, in the order that was sent, and the audit log has its new codes', async () => {
    const { reasons, version } = await read()
    const next = [FLOOD, ...reasons.slice(0, -1)]
    expect((await put(toBody(next), version)).status).toBe(200)
    const now = await read()
    expect(now.reasons.map(({ code }) => code)).toEqual(next.map(({ code }) => code))
    expect(now.version).not.toBe(version)
    const [entry] = await server.listAudit()
    expect(entry).toMatchObject({ action: 'reason-list', entity: 'account', from_value: null })
    expect(entry?.to_value?.split(', ')).toEqual(expect.arrayContaining(['flood-plain', 'other']))
  })

  test('is not written if it is saved unchanged', async () => {
    const { reasons, version } = await read()
    const whole = await readWhole(server)
    expect((await put(toBody(reasons), version)).status).toBe(200)
    expect(await readWhole(server)).toEqual(whole)
  })

  test('is not overwritten by a change of an older version', async () => {
    const { reasons, version } = await read()
    await put(toBody([...reasons, FLOOD]), version)
    const whole = await readWhole(server)
    const late = await put(toBody(reasons), version)
    expect(late).toMatchObject({ status: 412, json: { code: 'list-changed' } })
    const blind = await put(toBody(reasons), null)
    expect(blind).toMatchObject({ status: 400, json: { code: 'bad-if-match' } })
    expect(await readWhole(server)).toEqual(whole)
  })

  test('must keep a reason that was given to a seller, which can only be retired', async () => {
    const { decide, explain } = makeDecisions(server, token, idOf(2))
    await decide('rejected')
    await explain()
    // The reason still counts as used after the listing is approved.
    await decide('approved')
    const { reasons, version } = await read()
    const without = reasons.filter(({ code }) => code !== 'photos')
    const refused = await put(toBody(without), version)
    expect(refused).toMatchObject({ status: 409, json: { code: 'reason-used' } })
    const retired = reasons.map((one) => ({ ...one, isActive: one.code !== 'photos' }))
    expect((await put(toBody(retired), version)).status).toBe(200)
    const photos = (await read()).reasons.find(({ code }) => code === 'photos')
    expect(photos).toMatchObject({ isActive: false, isUsed: true })
  })

  test('has "Changes needed" as the usual choice where the sentence says "Add" or "Correct"', async () => {
    const { reasons, version } = await read()
    const asking = reasons.filter(({ changesNeeded }) => changesNeeded)
    expect(asking.map(({ code }) => code)).toEqual(['photos', 'place'])
    // A client that does not know the field changes nothing of it; a new reason follows its sentence.
    const old = ({ changesNeeded: _, isUsed: __, ...reason }: (typeof reasons)[number]) => reason
    const added = { ...FLOOD, sentence: 'Add a map.', isUsed: false }
    const next = reasons.map((one) => (one.code === 'sold' ? { ...one, changesNeeded: true } : one))
    await put(toBody(next), version)
    const seen = (await read()).version
    expect((await put({ reasons: [...next, added].map(old) }, seen)).status).toBe(200)
    const now = (await read()).reasons.filter(({ changesNeeded }) => changesNeeded)
    expect(now.map(({ code }) => code)).toEqual(['photos', 'place', 'sold', 'flood-plain'])
  })

  test('has the rule that a rejection needs a reason, which owners switch, with an audit entry', async () => {
    const { reasons, version } = await read()
    const on = { ...toBody(reasons), isReasonRequired: true }
    const reviewer = await server.signInAs('reviewer')
    expect((await put(on, version, reviewer)).status).toBe(403)
    const { json } = await put(on, version)
    expect(json['meta']).toMatchObject({ isReasonRequired: true })
    expect(await server.listAudit()).toMatchObject([
      { action: 'reason-rule', from_value: 'optional', to_value: 'required' },
    ])
    // The list has another version: a colleague who saw the old one overwrites nothing.
    expect((await put(toBody(reasons), version)).status).toBe(412)
    const seen = await read()
    expect(seen.etag).not.toBe(`"${version}"`)
    await put(toBody([...reasons, FLOOD]), seen.version)
    const kept = await call(server, 'GET', PATH, { token })
    expect(kept.json['meta']).toMatchObject({ isReasonRequired: true })
  })

  test('offers at least one reason while a rejection needs one', async () => {
    await requireReasons(server, token, true)
    const { reasons, version } = await read()
    const hidden = reasons.map((one) => ({ ...one, isActive: false }))
    const whole = await readWhole(server)
    expect(await put(toBody(hidden), version)).toMatchObject({
      status: 400,
      json: { error: 'Show at least one reason: every rejection needs one.' },
    })
    expect(await readWhole(server)).toEqual(whole)
  })

  test.each<[string, unknown]>([
    ['an unknown variable', [{ ...FLOOD, sentence: 'The price of {owner} is wrong.' }]],
    ['two reasons with one code', [FLOOD, FLOOD]],
    ['an empty list', []],
    [
      'more than fifty reasons',
      Array.from({ length: 51 }, (_, n) => ({ ...FLOOD, code: `c${n}` })),
    ],
    ['a code with a space', [{ ...FLOOD, code: 'flood plain' }]],
    ['a reason without a sentence', [{ ...FLOOD, sentence: ' ' }]],
    ['a label of 61 characters', [{ ...FLOOD, label: 'x'.repeat(61) }]],
    ['an unknown field', [{ ...FLOOD, field: 'weather' }]],
    ['no list', undefined],
  ])('is refused with %s', async (_what, reasons) => {
    const { version } = await read()
    const whole = await readWhole(server)
    expect(await put({ reasons }, version)).toMatchObject({
      status: 400,
      json: { code: 'invalid-input', error: expect.stringMatching(/\.$/) },
    })
    expect(await readWhole(server)).toEqual(whole)
  })

  test.each([
    ['owner', 200, 200],
    ['reviewer', 200, 403],
    ['support', 403, 403],
  ] as const)(
    'answers the role %s with %i to a read and with %i to a change',
    async (role, reading, writing) => {
      const { reasons, version } = await read()
      const by = await server.signInAs(role)
      expect((await call(server, 'GET', PATH, { token: by })).status).toBe(reading)
      expect((await put(toBody(reasons), version, by)).status).toBe(writing)
    },
  )
})
