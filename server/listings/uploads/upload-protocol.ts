// Offset, resumption and end of an upload, in version 1.0.0 of the tus protocol (tus.io). The route
// has checked that the caller owns the upload. An upload's state is its row and its file's length.

import { FileStore } from '@tus/file-store'
import { Server, Upload } from '@tus/server'
import type { AppDeps, CallRights } from '#server/platform/app-env.ts'
import { ERROR_CODES, type ErrorCode } from '#server/platform/http/error-codes.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { UploadDeps } from './upload-lease-service.ts'
import { type LeaseDeps, makeUploadLock } from './upload-lease-service.ts'
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
  /**
   * Answers a request for the upload `id`, whose owner the caller is. `deps` and `rights` are those of the caller. Bytes that arrive after the caller has lost
   * a right are not stored. @throws ServerError 400, 404, 409, 412, 413, 423, and the refusal of a lost right
   */
  answer(
    id: string,
    request: Request,
    deps: LeaseDeps,
    rights: Pick<CallRights, 'checkAgain'>,
  ): Promise<Response>
}

export function makeUploadProtocol(store: Pick<AppDeps, 'db'> & UploadDeps): UploadProtocol {
  const datastore = makeStore(store)
  return {
    async create(id, bytes) {
      await datastore.create(new Upload({ id, size: bytes, offset: 0 }))
    },
    async answer(id, request, deps, { checkAgain }) {
      let refusal: unknown
      const note = (error: unknown) => {
        if (error instanceof ServerError) refusal ??= error
      }
      const tus = new Server({
        path: PATH,
        datastore,
        relativeLocation: true,
        // The library would read the id from the end of the address, where a query can name another upload.
        getFileIdFromRequest: () => id,
        locker: { newLock: () => makeUploadLock(deps, id) },
        lockDrainTimeout: STOP_MS,
        onResponseError(_, error) {
          note(error)
          return undefined
        },
      })
      const checked = checkPieces(request, () => checkAgain().catch(rethrowing(note)))
      const { status, headers } = await tus.handleWeb(checked)
      if (refusal !== undefined) throw refusal
      if (status >= 400) {
        // The request may have been stopped because the lease could not be renewed without the right.
        await checkAgain()
        throw refusalOf(status)
      }
      const kept = KEPT_HEADERS.flatMap((name) => {
        const value = headers.get(name)
        return value === null ? [] : [[name, value] as const]
      })
      return new Response(null, { status, headers: Object.fromEntries(kept) })
    },
  }
}

/** The same request, whose body ends with the error of `check` as soon as that fails for an arriving piece. */
function checkPieces(request: Request, check: () => Promise<void>): Request {
  if (request.body === null) return request
  const pieces = new TransformStream<Uint8Array, Uint8Array>({
    async transform(piece, controller) {
      await check()
      controller.enqueue(piece)
    },
  })
  const { url, method, headers } = request
  const body = request.body.pipeThrough(pieces)
  // The types of Node's `fetch` lack `duplex`, which it requires for a streamed body.
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit)
}

function rethrowing(note: (error: unknown) => void) {
  return (error: unknown) => {
    note(error)
    throw error
  }
}

function makeStore({ db, uploadDir }: Pick<AppDeps, 'db'> & UploadDeps): FileStore {
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
      async delete() {}, // never called: the route deletes an upload itself
    },
  })
}

function refusalOf(status: number): ServerError {
  // Any other status is 'cut-off', also the library's 5xx after the client has disconnected.
  const code = CODES[status] ?? 'cut-off'
  const sentence = SENTENCES[code] ?? ERROR_CODES[code].says
  return new ServerError(ERROR_CODES[code].status, code, sentence)
}
