import { beforeEach, expect, test } from 'vitest'
import { hashInputs } from '#build/input-hash.js'
import { makeTestFolder, writeFiles } from '#tests/support/written-files.ts'

let root: string
beforeEach(() => {
  root = makeTestFolder({
    'src/app/app.tsx': 'app',
    'server/main/serve.ts': '',
    'package-lock.json': '',
  })
})

const write = (path: string, content: string) => writeFiles(root, { [path]: content })
const hash = (env: NodeJS.ProcessEnv = {}, version = 'v20.20.2') => hashInputs(root, env, version)

test.each([
  ['a changed source file', 'src/app/app.tsx', 'other'],
  ['a new source file', 'src/app/new.ts', ''],
  ['a changed lock file', 'package-lock.json', 'other'],
  ['a new .env file of Vite', '.env.production', 'VITE_API_HOST=https://api.example.in'],
  ['a new static public file', 'public/robots.txt', ''],
  ['a new script of the build', 'build/build.js', ''],
])('the hash of the build inputs changes with %s', (_, path, content) => {
  const before = hash()
  expect(hash()).toBe(before)
  write(path, content)
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
