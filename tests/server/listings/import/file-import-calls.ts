import { guessMapping } from '#src/domain/import/column-guess.ts'
import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { BUSINESS } from './import-calls.ts'
import { COLUMNS, writeCsv } from './sheet-files.ts'

export const MAPPING = guessMapping(COLUMNS)

/** The calls with which an owner of the panel imports files. */
export function makeFileCalls(server: TestServer, token: string) {
  const ask = (method: string, path: string, body?: unknown) =>
    call(server, method, `/api/admin/imports${path}`, { token, body })
  const receive = (csv: string | Uint8Array) => ask('POST', '?name=flats.csv', csv)
  return {
    ask,
    receive,
    /** Sends rows as a file, and returns its id. */
    async send(rows: readonly (readonly string[])[]): Promise<string> {
      const { json, text, status } = await receive(writeCsv(rows))
      if (status !== 200) throw new Error(text)
      return String(json['data']?.['_id'])
    },
    check: (id: string, mapping: object = MAPPING) => ask('POST', `/${id}/check`, { mapping }),
    start: (id: string, mapping: object = MAPPING) =>
      ask('POST', `/${id}/start`, { mapping, business: BUSINESS }),
    async find(id: string) {
      // The cast is safe: this call answers with the list of files in `data`.
      const files = (await ask('GET', '')).json['data'] as unknown as Record<string, unknown>[]
      return files.find(({ _id }) => _id === id)
    },
    refused: async (id: string) => (await ask('GET', `/${id}/refused`)).text,
  }
}
