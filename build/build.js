// @ts-check
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { DIST, hashFileIn, hashInputs, ROOT } from './input-hash.js'
import { compileServer } from './server-build.js'

// `npm run build`: builds the app into dist and the server into a hidden folder inside it. The hash
// is written last, so that an interrupted build is not mistaken for a complete one.

const hash = hashInputs(ROOT)
rmSync(hashFileIn(DIST), { force: true })
await build({ root: ROOT, logLevel: 'warn' })
await compileServer(join(DIST, '.server'))
writeFileSync(hashFileIn(DIST), hash)
