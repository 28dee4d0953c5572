import { openDatabase } from '#server/database/connection/open-database.ts'
import { openPostgres, SERVING } from '#server/database/connection/open-postgres.ts'
import { startTestServer } from '#tests/support/server-fixture.ts'

// One of several processes that serve the API on the database of the first argument, a file or a
// connection URL. Mails go to the server of the second one. Prints its address.

const [, , place = '', mailUrl = ''] = process.argv
const db = place.includes('://') ? openPostgres(place, SERVING) : openDatabase(place)
const server = await startTestServer({
  seed: 'none',
  database: { db, place, close: () => db.destroy() },
  mail: { url: mailUrl },
})
process.stdout.write(`${await server.listen()}\n`)
