import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashFileIn } from '#build/input-hash.js'
import { readBuild } from '#server/platform/metrics/build-version.ts'
import { makeFolderForTest } from '#tests/support/server/folder-for-test.ts'

test('a compiled server reports the start of the source hash that the build wrote next to it, a server that runs from the sources none', () => {
  const folder = makeFolderForTest()
  const dist = join(folder, 'dist')
  mkdirSync(join(dist, '.server'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}')
  expect(readBuild(folder, join(dist, '.server'))).toEqual({ version: '1.2.3', hash: '' })
  writeFileSync(hashFileIn(dist), '0123456789abcdef'.repeat(4))
  expect(readBuild(folder, join(dist, '.server')).hash).toBe('0123456789ab')
  expect(readBuild(folder, join(folder, 'server', 'metrics')).hash).toBe('')
})
