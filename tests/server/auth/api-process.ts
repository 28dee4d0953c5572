import { openDatabase } from '#server/database/connection/open-database.ts'
import { openPostgres, SERVING } from '#server/database/connection/open-postgres.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

// A process that serves the API on a shared database. The first argument is the database's file or
// connection URL, the second one the URL of the mail server. Prints the URL of the API.

const [, , place = '', mailUrl = ''] = process.argv
const db = place.includes('://') ? openPostgres(place, SERVING) : openDatabase(place)
const server = await startTestServer({
  seed: 'none',
  database: { db, place, close: () => db.destroy() },
  mail: { url: mailUrl },
})
process.stdout.write(`${await server.listen()}\n`)
