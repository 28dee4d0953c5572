import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  dev?: boolean
  devOptional?: boolean
}

test('a production install has no compiler, no browser and no client of a service that the server does not use', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage> // the format of npm's lock file, version 3
  }
  const installed = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(installed.length).toBeGreaterThan(50)
  const unused =
    /^(typescript|@typescript\/|vite|esbuild|rolldown|playwright|ioredis|@redis\/|redis|mysql|mongodb)/
  expect(installed.filter((name) => unused.test(name))).toEqual([])
})
