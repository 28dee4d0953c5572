import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { minifyPublicScripts } from '#build/public-scripts.ts'
import { makeTestFolder } from '#tests/support/written-files.ts'

async function buildWith(file: string, content: string): Promise<string> {
  const root = makeTestFolder({ 'index.html': '<p>A page</p>', [`public/${file}`]: content })
  await build({ root, configFile: false, logLevel: 'silent', plugins: [minifyPublicScripts()] })
  return readFileSync(join(root, 'dist', file), 'utf8')
}

test('the build minifies a public script, and preserves names that other scripts may use', async () => {
  const script = '// Why it is there.\nfunction shared(someNumber) {\n  return someNumber + 1\n}\n'
  expect(await buildWith('start.js', script)).toBe('function shared(e){return e+1}')
})

test('the build copies public files of other kinds unchanged', async () => {
  expect(await buildWith('notes.txt', '// A line.\n')).toBe('// A line.\n')
})

test('a script with a syntax error fails the build with an error that names the file', async () => {
  await expect(buildWith('start.js', 'function (')).rejects.toThrow(/start\.js/)
})
