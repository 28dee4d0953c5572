import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

// Node's parser accepts some request heads that a proxy in front may interpret differently. Requests
// with such a head are refused before any handler sees them. Their connection is closed, because nobody
// can be sure where the next request on it begins.

/** Answers 400 to requests with an ambiguous end or host; passes on all others. */
export function refuseAmbiguous(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (isAmbiguous(request)) sendBadRequest(response)
    else listener(request, response)
  }
}

function isAmbiguous(request: IncomingMessage): boolean {
  const encodings = request.headersDistinct['transfer-encoding'] ?? []
  // RFC 9112, section 6.1: `chunked` is the only coding a request needs, and HTTP/1.0 has none.
  const hasOddEncoding =
    encodings.length > 0 && (encodings.join() !== 'chunked' || request.httpVersion !== '1.1')
  // RFC 9112, section 3.2: a request with more than one Host is a 400. Node would use the first
  // one.
  const hosts = request.headersDistinct['host'] ?? []
  return hasOddEncoding || hosts.length > 1
}

function sendBadRequest(response: ServerResponse): void {
  response.shouldKeepAlive = false
  response.writeHead(400, { Connection: 'close' }).end()
  response.once('finish', () => response.socket?.destroySoon())
}
