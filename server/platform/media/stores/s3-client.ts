// Requests to an S3-compatible store, signed with AWS Signature Version 4. The signature does not
// cover bodies (UNSIGNED-PAYLOAD), so that a file is read only once, while it is sent; TLS protects
// the bodies. Does not use `fetch`: if the store were slow, Node 20 would read a whole file into memory.

import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { MediaS3Settings } from '#server/platform/config/media-store-settings.ts'
import { endWithin } from '#server/platform/outbound/time-limit-service.ts'
import { MediaStoreError } from './media-store-trouble.ts'

const TRIES = 3
const FIRST_WAIT_MS = 200 // doubled after the second try; short, because a person may be waiting
const ANSWER_MS = 15_000 // ten times what a store on another continent takes
const BODY_BYTES = 64 * 1024 // of answers other than files, which are much shorter
const BODY_MS = 5_000 // how long such a body may take
const ERROR_CODE = /<Code>(\w{1,60})<\/Code>/

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** The object's path in the bucket. Empty for the bucket itself. */
  key: string
  /** Parameters of the URL, encoded. */
  query?: string
  headers?: Readonly<Record<string, string>>
  /** Called for each try, because a stream can be read only once. */
  makeBody?: () => Buffer | Readable
  /** Timeout until the response begins, and then between its chunks. */
  answerMs?: number
  /** Error statuses to return instead of throwing. Redirects are never followed. */
  allowed?: readonly number[]
}

export interface S3Client {
  /**
   * The caller must read or destroy the response. @throws MediaStoreError at once for a refusal, and
   * after three tries for a status of 500 or more, 429, or no response
   */
  send(request: S3Request): Promise<IncomingMessage>
}

export function makeS3Client({ endpoint, bucket, ...credentials }: MediaS3Settings): S3Client {
  async function sendOnce({
    key,
    query = '',
    method,
    headers,
    makeBody,
    answerMs = ANSWER_MS,
  }: S3Request) {
    const url = new URL(`${endpoint}/${bucket}${key && `/${key}`}${query && `?${query}`}`)
    const order = { ...credentials, url: url.href, service: 's3', method, headers: { ...headers } }
    const signed = await new AwsV4Signer(order).sign()
    const open = url.protocol === 'https:' ? requestHttps : requestHttp
    const body = makeBody?.()
    const request = open(url, { method, headers: Object.fromEntries(signed.headers) })
    // After the response has begun, its stream reports failures to the caller. Without a listener, bytes that follow the
    // head in the same packet and are not HTTP would end the process.
    request.on('error', () => undefined)
    const giveUp = () => request.destroy(new Error('The store takes too long.'))
    const timer = setTimeout(giveUp, answerMs)
    try {
      // Also ends the wait when Node reports neither a response nor an error, as after "101 Switching Protocols".
      const closed = new AbortController()
      request.once('close', () => closed.abort())
      const answered = once(request, 'response', closed)
      if (body instanceof Readable) pipeline(body, request).catch((error) => request.destroy(error))
      else request.end(body)
      const [answer]: IncomingMessage[] = await answered
      if (!answer) throw new Error('no answer')
      // If the store refused the file, stop reading it.
      if (body instanceof Readable) answer.on('close', () => body.destroy())
      // Times out only if the store stalls. If there are unread bytes, it is the reader that has paused.
      request.setTimeout(answerMs, () => answer.readableLength > 0 || giveUp())
      return answer
    } finally {
      clearTimeout(timer)
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

export function isDone({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300
}

type Outcome =
  | { kind: 'answered'; answer: IncomingMessage }
  | { kind: 'failed'; isPassing: boolean; error: MediaStoreError }

async function settle(
  sent: Promise<IncomingMessage>,
  allowed: readonly number[] = [],
): Promise<Outcome> {
  try {
    const answer = await sent
    const { statusCode = 0 } = answer
    if (isDone(answer) || allowed.includes(statusCode)) return { kind: 'answered', answer }
    const isPassing = statusCode >= 500 || statusCode === 429
    return { kind: 'failed', isPassing, error: await describeRefusal(answer) }
  } catch (cause) {
    const error = new MediaStoreError('The media store did not answer.', { cause })
    return { kind: 'failed', isPassing: true, error }
  }
}

/**
 * Reads the beginning of a body that should be short, for at most five seconds, and closes a longer one. Resolves with
 * what has arrived, also if the body breaks off.
 */
export async function readShortBody(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  const reading = async () => {
    for await (const chunk of answer) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > BODY_BYTES) return
    }
  }
  await endWithin(BODY_MS, reading).catch(() => answer.destroy())
  return Buffer.concat(chunks)
}

/** The error has only the status and error code: the store's text may quote the key id and signature. */
async function describeRefusal(answer: IncomingMessage): Promise<MediaStoreError> {
  const code = ERROR_CODE.exec((await readShortBody(answer)).toString())?.[1]
  const { statusCode } = answer
  return new MediaStoreError(`The media store answered ${statusCode}${code ? ` ${code}` : ''}.`)
}
