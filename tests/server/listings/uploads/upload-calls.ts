import { type CallOptions, call } from '#tests/server/api-call.ts'

const TUS = { 'Tus-Resumable': '1.0.0' }
const PATH = '/api/account/uploads'
/** The id of the listing to which tests add media. */
export const LISTING = 'ab'.repeat(12)

/** The headers of the PATCH request that sends bytes of a file, without Content-Length. */
export function makeTusHeaders(token: string, offset: number): Record<string, string> {
  return {
    ...TUS,
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': String(offset),
  }
}

/** The calls of an owner's device, as tus-js-client makes them; without a session if `token` is empty. */
export function makeUploadCalls(server: Parameters<typeof call>[0], token: string) {
  /** A header with an empty value is not sent. */
  const send = (method: string, path: string, { headers, body }: CallOptions = {}) => {
    const sent = Object.entries({ ...TUS, ...headers }).filter(([, value]) => value !== '')
    return call(server, method, path, { token, body, headers: Object.fromEntries(sent) })
  }
  return {
    create: (bytes: number, headers = {}) =>
      send('POST', PATH, { headers: { 'Upload-Length': String(bytes), ...headers } }),
    async open(bytes: number): Promise<string> {
      const answer = await this.create(bytes)
      const id = answer.headers.get('Location')?.split('/').at(-1)
      if (answer.status !== 201 || id === undefined) throw new Error(answer.text)
      return id
    },
    head: (id: string) => send('HEAD', `${PATH}/${id}`),
    patch: (id: string, offset: number, body: Buffer, headers = {}) => {
      const length = { 'Content-Length': String(body.length) }
      const all = { ...makeTusHeaders(token, offset), ...length, ...headers }
      return send('PATCH', `${PATH}/${id}`, { headers: all, body })
    },
    remove: (id: string) => send('DELETE', `${PATH}/${id}`),
    finish: (id: string, listing = LISTING) =>
      send('POST', `/api/account/listings/${listing}/media`, { body: { upload: id } }),
    /** Uploads all bytes of a file. Returns the id of the upload, which is not finished. */
    async sendFile(file: Buffer): Promise<string> {
      const id = await this.open(file.length)
      await this.patch(id, 0, file)
      return id
    },
    /** Uploads a file and finishes the upload. */
    async add(listing: string, file: Buffer) {
      return this.finish(await this.sendFile(file), listing)
    },
    /** Adds a photo or a video to a listing, and returns its id. */
    async addMedia(file: Buffer, listing = LISTING): Promise<string> {
      const { status, json, text } = await this.add(listing, file)
      if (status !== 200) throw new Error(text)
      return String(json['data']?.['id'])
    },
  }
}
