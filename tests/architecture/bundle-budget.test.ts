import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Chunk } from '#build/chunk-record.ts'
import { reportBudgets } from '#tests/bench/bundle/budget-report.ts'
import { type BundleSize, measureBundle } from '#tests/bench/bundle/bundle-sizes.ts'

const LOGIN = 'src/features/auth/login-screen.tsx'
const PANEL = 'src/app/panel-shell.tsx'
const DASHBOARD = 'src/features/dashboard/dashboard-screen.tsx'

let distDir = ''

beforeEach(() => {
  distDir = mkdtempSync(join(tmpdir(), 'bundle-'))
})

afterEach(() => rmSync(distDir, { recursive: true }))

test('an entrance weighs what index.html asks for, what it shows, and all that these import', () => {
  writeBuild([
    chunk('entry', 40_000, { 'react-dom': 3, 'src/main.tsx': 1 }, ['shared']),
    chunk('shared', 2_000, { 'src/ui/button.tsx': 1 }),
    chunk('login', 1_000, { [LOGIN]: 1 }, ['shared', 'form']),
    chunk('form', 500, { valibot: 1 }),
    chunk('panel', 9_000, { [PANEL]: 1, [DASHBOARD]: 2 }),
    chunk('chart', 70_000, { victory: 1 }),
  ])
  const signIn = sizeOf('Sign-in page')
  expect(signIn.bytes).toBe(40_000 + 2_000 + 1_000 + 500)
  expect(signIn.modules).toMatchObject({ 'react-dom': 30_000, 'src/main.tsx': 10_000 })
  const dashboard = sizeOf('Dashboard, cold')
  expect(dashboard.bytes).toBe(40_000 + 2_000 + 9_000)
  expect(dashboard.modules).not.toHaveProperty('victory')
})

test('a build over its budget fails, and the module that broke it is named first', () => {
  writeBuild([
    chunk('entry', 94_000, { 'react-dom': 1 }),
    chunk('login', 30_000, { [LOGIN]: 1, moment: 27, 'src/ui/button.tsx': 2 }),
    chunk('panel', 1_000, { [PANEL]: 1, [DASHBOARD]: 1 }),
  ])
  const record = {
    'Sign-in page': { 'react-dom': 94_000, [LOGIN]: 1_000, 'src/ui/button.tsx': 500 },
  }
  const { isOver, text } = reportBudgets(measureBundle(distDir), record)
  expect(isOver).toBe(true)
  expect(text).toContain('OVER  Sign-in page: 124 kB of 95 kB')
  expect(text).toContain(
    'since docs/bundle.json:\n  27 kB  moment (new)\n  2 kB  src/ui/button.tsx (was 0.5 kB)\n',
  )
  expect(text).toContain('  ok  Dashboard, cold: 95 kB of 150 kB')
})

test('a build within its budgets passes, whatever it was before', () => {
  writeBuild([
    chunk('entry', 60_000, { 'react-dom': 1, [LOGIN]: 1 }),
    chunk('panel', 1_000, { [PANEL]: 1, [DASHBOARD]: 1 }),
  ])
  expect(reportBudgets(measureBundle(distDir), {}).isOver).toBe(false)
})

test('an entrance whose screen is in no file is an error, not a small number', () => {
  writeBuild([chunk('entry', 60_000, { [LOGIN]: 1 })])
  expect(() => measureBundle(distDir)).toThrow(`Dashboard, cold: ${PANEL} is in no file`)
})

type MadeChunk = Chunk & { bytes: number }

function chunk(
  name: string,
  bytes: number,
  modules: Record<string, number>,
  imports: string[] = [],
): MadeChunk {
  const file = `assets/${name}.js`
  return {
    file,
    bytes,
    modules,
    imports: imports.map((one) => `assets/${one}.js`),
    isEntry: name === 'entry',
  }
}

function sizeOf(name: string): BundleSize {
  const found = measureBundle(distDir).find((size) => size.name === name)
  if (!found) throw new Error(`${name} has no budget`)
  return found
}

/** A build whose files are as heavy as told, compressed; uncompressed each would be over every budget. */
function writeBuild(chunks: readonly MadeChunk[]): void {
  for (const folder of ['assets', '.vite']) mkdirSync(join(distDir, folder))
  for (const { file, bytes } of chunks) {
    writeFileSync(join(distDir, file), 'x'.repeat(200_000))
    writeFileSync(join(distDir, `${file}.br`), 'x'.repeat(bytes))
  }
  writeFileSync(
    join(distDir, 'index.html'),
    '<script type="module" src="/assets/entry.js"></script>',
  )
  writeFileSync(join(distDir, 'sw.js'), '[{"revision":null,"url":"assets/entry.js"}]')
  writeFileSync(join(distDir, '.vite/chunks-app.json'), JSON.stringify(chunks))
  writeFileSync(join(distDir, '.vite/chunks-worker.json'), JSON.stringify([chunk('sw', 0, {})]))
}
