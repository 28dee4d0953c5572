// Requests to an S3-compatible store, signed by AWS Signature Version 4. The signature leaves bodies out
// (UNSIGNED-PAYLOAD), so that a file is read once, while it is sent; TLS protects them.

import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { MediaS3Settings } from '#server/config/media-store-settings.ts'
import { MediaStoreError } from './media-store-trouble.ts'

const TRIES = 3
const FIRST_WAIT_MS = 200 // twice as long after the second try; a person may be waiting
const ANSWER_MS = 15_000 // until the answer begins
const ERROR_CODE = /<Code>(\w{1,60})<\/Code>/

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Below the bucket. Empty for the bucket itself. */
  key: string
  headers?: Readonly<Record<string, string>>
  /** Called for each try, because a stream can be read only once. */
  makeBody?: () => Uint8Array<ArrayBuffer> | Readable
  /** How long the store may take until its answer begins, with the time to send the body. */
  answerMs?: number
  /** Statuses to return besides those of success. */
  allowed?: readonly number[]
}

export interface S3Client {
  /** The caller reads or cancels the body. @throws MediaStoreError after three tries, or a refusal */
  send(request: S3Request): Promise<Response>
}

export function makeS3Client({ endpoint, bucket, ...credentials }: MediaS3Settings): S3Client {
  const signer = new AwsClient({ ...credentials, service: 's3' })

  async function sendOnce({ key, method, headers, makeBody, answerMs = ANSWER_MS }: S3Request) {
    const aborting = new AbortController()
    const timer = setTimeout(() => aborting.abort(), answerMs)
    const body = makeBody?.() ?? null
    try {
      const request = await signer.sign(`${endpoint}/${bucket}${key && `/${key}`}`, {
        method,
        headers: { ...headers },
        body: body instanceof Readable ? (Readable.toWeb(body) as ReadableStream) : body,
        // Another host would get the object, or a signature.
        redirect: 'manual',
        signal: aborting.signal,
      })
      return await fetch(request)
    } finally {
      clearTimeout(timer)
      // Closes a file that was not read to its end.
      if (body instanceof Readable) body.destroy()
    }
  }

  return {
    async send(request) {
      for (let tries = 1; ; tries += 1) {
        const outcome = await settle(sendOnce(request), request.allowed)
        if (outcome.kind === 'answered') return outcome.answer
        if (!outcome.isPassing || tries === TRIES) throw outcome.error
        await wait(FIRST_WAIT_MS * tries)
      }
    },
  }
}

type Outcome =
  | { kind: 'answered'; answer: Response }
  | { kind: 'failed'; isPassing: boolean; error: MediaStoreError }

async function settle(sent: Promise<Response>, allowed: readonly number[] = []): Promise<Outcome> {
  try {
    const answer = await sent
    if (answer.ok || allowed.includes(answer.status)) return { kind: 'answered', answer }
    const isPassing = answer.status >= 500 || answer.status === 429
    return { kind: 'failed', isPassing, error: await describeRefusal(answer) }
  } catch (cause) {
    const error = new MediaStoreError('The media store did not answer.', { cause })
    return { kind: 'failed', isPassing: true, error }
  }
}

/** With the store's code only: its text may quote the request, with the key's id and the signature. */
async function describeRefusal(answer: Response): Promise<MediaStoreError> {
  const code = ERROR_CODE.exec(await answer.text())?.[1]
  return new MediaStoreError(`The media store answered ${answer.status}${code ? ` ${code}` : ''}.`)
}
