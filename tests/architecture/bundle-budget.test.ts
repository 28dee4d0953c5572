import { beforeEach, expect, test } from 'vitest'
import { makeTestFolder, writeFiles } from '#tests/support/written-files.ts'
import { reportBudgets } from '#tools/bench/bundle/budget-report.ts'
import { measureBundle } from '#tools/bench/bundle/bundle-sizes.ts'
import { PAGE_BUDGETS } from '#tools/bench/bundle/page-budgets.ts'

const [PANEL] = PAGE_BUDGETS.dashboard.needs

let distDir: string

beforeEach(() => {
  distDir = makeTestFolder()
})

test('the size of a page includes the scripts that it loads first, the screen that it shows, and all their imports', () => {
  writeBuild({
    entry: { bytes: 40_000, imports: ['shared'] },
    shared: { bytes: 2_000, imports: ['form'] },
    form: { bytes: 500 },
    [PANEL]: { bytes: 9_000, imports: ['shared', 'table'] },
    table: { bytes: 3_000 },
    chart: { bytes: 70_000 },
  })
  expect(weightOf('Sign-in page')).toBe(40_000 + 2_000 + 500)
  expect(weightOf('Dashboard, cold')).toBe(40_000 + 2_000 + 500 + 9_000 + 3_000)
})

test('a build over its budget fails, and lists the largest file first', () => {
  writeBuild({
    entry: { bytes: 30_000, imports: ['form'] },
    form: { bytes: 94_000 },
    [PANEL]: { bytes: 1_000 },
  })
  const { isOver, text } = reportBudgets(measureBundle(distDir))
  expect(isOver).toBe(true)
  expect(text).toMatch(/OVER {2}Sign-in page: 124000 B of 95 kB\n +94 kB {2}assets\/1\.js\n/)
  expect(text).toContain('  ok  Dashboard, cold: 125000 B of 171 kB')
})

test('a build within its budgets passes', () => {
  writeBuild({ entry: { bytes: 60_000 }, [PANEL]: { bytes: 1_000 } })
  expect(reportBudgets(measureBundle(distDir)).isOver).toBe(false)
})

test("the measurement throws if a page's screen has no file in the build, instead of reporting a small page", () => {
  writeBuild({ entry: { bytes: 60_000 } })
  expect(() => measureBundle(distDir)).toThrow(`Dashboard, cold: ${PANEL} has no file`)
})

function weightOf(name: string): number {
  const found = measureBundle(distDir).find((size) => size.name === name)
  if (!found) throw new Error(`${name} has no budget`)
  return Object.values(found.files).reduce((sum, bytes) => sum + bytes, 0)
}

/** Writes a build with a compressed file of the given size for each script. Uncompressed, each is over budget. */
function writeBuild(chunks: Record<string, { bytes: number; imports?: string[] }>): void {
  const manifest: Record<string, { file: string; imports: string[] }> = {}
  for (const [place, [key, { bytes, imports = [] }]] of Object.entries(chunks).entries()) {
    const file = `assets/${place}.js`
    manifest[key] = { file, imports }
    writeFiles(distDir, { [file]: 'x'.repeat(200_000), [`${file}.br`]: 'x'.repeat(bytes) })
  }
  writeFiles(distDir, {
    'index.html': '<script type="module" src="/assets/0.js"></script>',
    'sw.js': '[{"revision":null,"url":"assets/0.js"}]',
    '.vite/manifest.json': JSON.stringify(manifest),
  })
}
