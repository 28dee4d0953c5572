import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findMisspellings, SETTING_NAMES } from '#server/platform/config/setting-names.ts'

test('docs/settings.md explains exactly the settings that exist', () => {
  const page = readFileSync('docs/settings.md', 'utf8')
  const named = [...page.matchAll(/^\| `([A-Z0-9_]+)` /gm)].map(([, name]) => name)
  expect(named.toSorted()).toEqual([...SETTING_NAMES].toSorted())
})

test.each([
  ['MAIL_FORM', 'MAIL_FROM'],
  ['SMPT_URL', 'SMTP_URL'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['Database_Url', 'DATABASE_URL'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['BACKUP_EVERY_HOURS', 'BACKUP_EVERY'],
  ['ADMIN_PASSWROD', 'ADMIN_PASSWORD'],
])('%s is taken for %s', (name, meant) => {
  expect(findMisspellings({ [name]: 'x' })).toEqual([{ name, meant }])
})

test('settings themselves and the usual variables of a shell are not misspellings', () => {
  const usual = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'PWD',
    'USER',
    'SHELL',
    'LANG',
    'NODE_ENV',
    'TERM',
    'CI',
  ]
  const env = Object.fromEntries([...SETTING_NAMES, ...usual].map((name) => [name, 'x']))
  expect(findMisspellings(env)).toEqual([])
})
