import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hashFileIn } from '#build/input-hash.js'
import { readBuild } from '#server/metrics/build-version.ts'

const folder = mkdtempSync(join(tmpdir(), 'build-version-'))
const dist = join(folder, 'dist')
mkdirSync(join(dist, '.server'), { recursive: true })
writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}')
afterAll(() => rmSync(folder, { recursive: true }))

test('a compiled server reports the start of the source hash that the build wrote next to it', () => {
  expect(readBuild(folder, join(dist, '.server'))).toEqual({ version: '1.2.3', hash: '' })
  writeFileSync(hashFileIn(dist), '0123456789abcdef'.repeat(4))
  expect(readBuild(folder, join(dist, '.server')).hash).toBe('0123456789ab')
})

test('a server that runs from the sources reports no hash, even next to a build', () => {
  writeFileSync(hashFileIn(dist), 'of other sources')
  expect(readBuild(folder, join(folder, 'server', 'metrics')).hash).toBe('')
})
