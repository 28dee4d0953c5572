import { expect, it } from 'vitest'
import { makeBareBackend } from '#mocks/bare-backend.ts'

const ASHA = { email: 'asha@example.in', password: 'a long password', fullName: 'Asha Kulkarni' }

it('the answers of a registration and a sign-in have no password', () => {
  const backend = makeBareBackend()
  for (const path of ['/auth/register', '/auth/login']) {
    const { status, body } = backend.answer({ method: 'POST', path, token: null, body: ASHA })
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain(ASHA.password)
  }
})

it('the default data contains every variant of a record that the specification allows', () => {
  const { data } = makeBareBackend()
  const has = (test: (record: Record<string, unknown>) => boolean) => data.properties.some(test)
  expect(has((record) => '_id' in record && !('id' in record))).toBe(true)
  expect(has((record) => 'id' in record && !('_id' in record))).toBe(true)
  expect(has((record) => !('status' in record))).toBe(true)
  expect(has((record) => !record['propertyName'])).toBe(true)
  expect(has((record) => typeof record['propertyPrice'] === 'string')).toBe(true)
  expect(has((record) => !record['video'])).toBe(true)
  expect(JSON.stringify(data)).not.toContain('version')
})
