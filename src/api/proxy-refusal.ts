// A 413 without one of our error codes is the answer of a proxy in front of the server, which refused the request by its
// size before the server saw it. The same request never succeeds until the proxy's operator raises the limit.

export function isProxySizeRefusal(answer: {
  status: number | null
  code: string | null
}): boolean {
  return answer.status === 413 && answer.code === null
}

/** `megabytes`: what the proxy has to allow. */
export function describeProxySizeRefusal(megabytes: number): string {
  return `A proxy in front of the server refuses requests of this size (413). Its operator has to allow ${megabytes} MB; the file stays here.`
}
