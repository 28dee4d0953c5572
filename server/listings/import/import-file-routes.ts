import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { requirePermission } from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody, readBytes } from '#server/platform/http/calls/request-body.ts'
import { streamText } from '#server/platform/http/files/text-stream.ts'
import { CheckRequestSchema, StartRequestSchema } from '#src/domain/import/import-request.ts'
import { LineSchema } from '#src/domain/text.ts'
import { MAX_FILE_BYTES } from './files/sheet-limits.ts'
import { checkFile } from './import-check-service.ts'
import { importFileCalls } from './import-file-calls.ts'
import { listImports } from './import-file-repository.ts'
import {
  discardImport,
  getImport,
  type ImportActor,
  receiveFile,
  requireMapping,
  startImport,
} from './import-file-service.ts'
import {
  type CheckAnswer,
  type ImportListAnswer,
  type ReceivedFile,
  type SheetAnswer,
  toWireImport,
} from './import-file-wire.ts'
import { writeRefused } from './import-rows-service.ts'
import { describeSheet, nameStoredSheet } from './import-sheet-service.ts'

const NameSchema = v.fallback(LineSchema('', 200), 'Listings')

/** Routes for importing files, for roles that may connect sites. */
export function importFileRoutes(
  deps: Pick<RouteDeps, 'db' | 'writeAsServer' | 'clock'>,
): Hono<AppEnv> {
  const { db, writeAsServer, clock } = deps
  const routes = new Hono<AppEnv>()
  const mayConnect = requirePermission('connect-sites')

  routes.get('/imports', importFileCalls.listImports, mayConnect, async (c) => {
    const data = (await listImports(db)).map(toWireImport)
    return c.json({ success: true, data } satisfies ImportListAnswer)
  })

  routes.post('/imports', importFileCalls.receiveImport, mayConnect, async (c) => {
    const fileName = v.parse(NameSchema, c.req.query('name'))
    const order = { fileName, by: readActor(c) }
    const id = await receiveFile(forCall(c, { writeAsServer }), order, () =>
      readBytes(c, MAX_FILE_BYTES),
    )
    return c.json({ success: true, data: { _id: id } } satisfies ReceivedFile)
  })

  routes.get('/imports/:id', importFileCalls.readImport, mayConnect, async (c) => {
    const file = await getImport(db, c.req.param('id'))
    const data = await describeSheet(db, file)
    return c.json({ success: true, data } satisfies SheetAnswer)
  })

  routes.post('/imports/:id/check', importFileCalls.checkImport, mayConnect, async (c) => {
    const wanted = parseBody(await readBody(c), CheckRequestSchema, 'Choose the columns.')
    const { mapping, namesRow } = wanted
    await c.get('rights').checkAgain()
    const file = await getImport(db, c.req.param('id'))
    const sheet = await nameStoredSheet(db, file, namesRow)
    requireMapping(sheet, mapping)
    const data = await checkFile(db, { id: file.id, ...sheet, mapping }, clock())
    return c.json({ success: true, data } satisfies CheckAnswer)
  })

  routes.post('/imports/:id/start', importFileCalls.startImport, mayConnect, async (c) => {
    const sentence = 'Choose the columns and the business.'
    const wanted = parseBody(await readBody(c), StartRequestSchema, sentence)
    const by = readActor(c)
    const { write } = c.get('rights')
    await write((trx) => startImport(trx, c.req.param('id'), wanted, by))
    return c.json({ success: true })
  })

  routes.get('/imports/:id/refused', importFileCalls.readRefused, mayConnect, async (c) => {
    const file = await getImport(db, c.req.param('id'))
    return c.body(await streamText(writeRefused(db, file)), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="refused-listings.csv"',
    })
  })

  routes.delete('/imports/:id', importFileCalls.discardImport, mayConnect, async (c) => {
    await c.get('rights').write((trx) => discardImport(trx, c.req.param('id')))
    return c.json({ success: true })
  })

  function readActor(c: Context<AppEnv>): ImportActor {
    const { userId, deviceLabel } = c.get('session')
    return { userId, deviceLabel, now: clock() }
  }

  return routes
}
