import { readJson } from '#tests/server/api-call.ts'

const TUS = { 'Tus-Resumable': '1.0.0' }
const PATH = '/api/account/uploads'

/** The headers of the PATCH request that sends bytes of a file, without Content-Length. */
export function makeTusHeaders(token: string, offset: number): Record<string, string> {
  return {
    ...TUS,
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': String(offset),
  }
}

/** The calls of an owner's device, as tus-js-client makes them. `token` is null without a session. */
export function makeUploadCalls(
  { app }: { app: { request: (path: string, init: RequestInit) => Response | Promise<Response> } },
  token: string | null,
) {
  async function send(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: BodyInit } = {},
  ) {
    const all = new Headers({ ...TUS, ...headers })
    if (token) all.set('Authorization', `Bearer ${token}`)
    for (const [name, value] of all) if (value === '') all.delete(name)
    const answer = await app.request(path, { method, headers: all, body })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, json: readJson(text) }
  }

  return {
    send,
    create: (bytes: number, headers = {}) =>
      send('POST', PATH, { headers: { 'Upload-Length': String(bytes), ...headers } }),
    async open(bytes: number): Promise<string> {
      const answer = await this.create(bytes)
      const id = answer.headers.get('Location')?.split('/').at(-1)
      if (answer.status !== 201 || id === undefined) throw new Error(answer.text)
      return id
    },
    head: (id: string) => send('HEAD', `${PATH}/${id}`),
    patch: (id: string, offset: number, bytes: Buffer, headers = {}) =>
      send('PATCH', `${PATH}/${id}`, {
        headers: {
          'Content-Type': 'application/offset+octet-stream',
          'Upload-Offset': String(offset),
          'Content-Length': String(bytes.length),
          ...headers,
        },
        body: new Uint8Array(bytes),
      }),
    remove: (id: string) => send('DELETE', `${PATH}/${id}`),
    finish: (id: string, listing: string) =>
      send('POST', `/api/account/listings/${listing}/media`, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ upload: id }),
      }),
    /** Uploads a file in one request and finishes the upload. */
    async add(listing: string, file: Buffer) {
      const id = await this.open(file.length)
      await this.patch(id, 0, file)
      return this.finish(id, listing)
    },
  }
}
