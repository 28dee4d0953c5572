import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { minifyPublicScripts } from '#build/public-scripts.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'public-scripts-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'public'))
  writeFileSync(join(root, 'index.html'), '<p>A page</p>')
})

async function buildWith(file: string, content: string): Promise<string> {
  writeFileSync(join(root, 'public', file), content)
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
