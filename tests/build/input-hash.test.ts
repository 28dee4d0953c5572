import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashInputs } from '#build/input-hash.js'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'inputs-'))
  for (const path of ['src/app/app.tsx', 'server/serve.ts', 'package-lock.json']) write(path, path)
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

const hash = (env: NodeJS.ProcessEnv = {}, version = 'v20.20.2') => hashInputs(root, env, version)

test.each([
  ['a changed source file', () => write('src/app/app.tsx', 'other')],
  ['a new source file', () => write('src/app/new.ts', '')],
  ['a changed lock file', () => write('package-lock.json', 'other')],
  [
    'a new .env file of Vite',
    () => write('.env.production', 'VITE_API_HOST=https://api.example.in'),
  ],
  ['a new static public file', () => write('public/robots.txt', '')],
  ['a new script of the build', () => write('build/build.js', '')],
])('the hash of the build inputs changes with %s', (_, change) => {
  const before = hash()
  expect(hash()).toBe(before)
  change()
  expect(hash()).not.toBe(before)
})

test('VITE_ variables and the major version of Node change the hash of the build inputs; media and tests do not', () => {
  const before = hash({ VITE_API_HOST: 'https://one.example' })
  expect(hash({ VITE_API_HOST: 'https://other.example' })).not.toBe(before)
  expect(hash({ VITE_API_HOST: 'https://one.example' }, 'v22.1.0')).not.toBe(before)
  expect(hash({ VITE_API_HOST: 'https://one.example', PORT: '80' }, 'v20.21.0')).toBe(before)
  write('server/demo/media/videos/hall.mp4', 'a film')
  write('tests/any.test.ts', '')
  expect(hash({ VITE_API_HOST: 'https://one.example' })).toBe(before)
})
