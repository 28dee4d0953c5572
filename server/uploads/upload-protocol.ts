// Offset, resumption and end of an upload, in version 1.0.0 of the tus protocol (tus.io). The route
// has checked that the caller owns the upload. An upload's state is its row and its file's length.

import { FileStore } from '@tus/file-store'
import { Server, Upload } from '@tus/server'
import type { AppDeps } from '#server/app-env.ts'
import { ERROR_CODES, type ErrorCode } from '#server/http/error-codes.ts'
import { ServerError } from '#server/http/server-error.ts'
import { discardUpload } from './upload-expiry-service.ts'
import { makeUploadLock } from './upload-lease-service.ts'
import { findUpload } from './upload-repository.ts'

const PATH = '/api/account/uploads'
const STOP_MS = 200 // time to write the received bytes of an interrupted request, while the next one waits

/** The protocol headers that a client needs. CORS headers are dropped: the app sets its own. */
const KEPT_HEADERS = ['Upload-Offset', 'Upload-Length', 'Tus-Resumable'] as const

const CODES: Readonly<Record<number, ErrorCode>> = {
  404: 'not-found',
  409: 'wrong-offset',
  410: 'not-found',
  412: 'not-tus',
  413: 'upload-too-large',
  423: 'upload-busy',
}

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  'not-found': 'This upload does not exist, or it was given up.',
  'wrong-offset': 'The upload is at another place. Nothing was changed.',
  'upload-too-large': 'The request has more bytes than the file.',
  'upload-busy': 'Another request writes to this upload. Try again in a moment.',
}

export interface UploadProtocol {
  /** Creates the empty file of a new upload. */
  create(id: string, bytes: number): Promise<void>
  /** @throws ServerError 400, 404, 409, 412, 413, 423 */
  answer(request: Request): Promise<Response>
}

export function makeUploadProtocol(
  deps: Pick<AppDeps, 'db' | 'clock' | 'log' | 'uploadDir'>,
): UploadProtocol {
  const datastore = makeStore(deps)
  const tus = new Server({
    path: PATH,
    datastore,
    relativeLocation: true,
    locker: { newLock: (id) => makeUploadLock(deps, id) },
    lockDrainTimeout: STOP_MS,
  })
  return {
    async create(id, bytes) {
      await datastore.create(new Upload({ id, size: bytes, offset: 0 }))
    },
    async answer(request) {
      const { status, headers } = await tus.handleWeb(request)
      if (status >= 400) throw refusalOf(status)
      const kept = KEPT_HEADERS.flatMap((name) => {
        const value = headers.get(name)
        return value === null ? [] : [[name, value] as const]
      })
      return new Response(null, { status, headers: Object.fromEntries(kept) })
    },
  }
}

function makeStore({
  db,
  clock,
  uploadDir,
}: Pick<AppDeps, 'db' | 'clock' | 'uploadDir'>): FileStore {
  return new FileStore({
    directory: uploadDir,
    configstore: {
      async get(id) {
        const row = await findUpload(db, id)
        if (!row) return undefined
        const { bytes, created_at } = row
        return new Upload({ id, size: bytes, offset: 0, creation_date: created_at })
      },
      async set() {}, // nothing to store: the row was inserted before the file was created
      delete: (id) => discardUpload(db, id, clock()),
    },
  })
}

function refusalOf(status: number): ServerError {
  // Any other status is 'cut-off', also the library's 5xx after the client has disconnected.
  const code = CODES[status] ?? 'cut-off'
  const sentence = SENTENCES[code] ?? ERROR_CODES[code].says
  return new ServerError(ERROR_CODES[code].status, code, sentence)
}
