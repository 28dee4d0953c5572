/** What an Accept or Accept-Encoding header allows, in lower case; `q=0` refuses a value (RFC 9110, section 12.4.2). */
export function listAccepted(header: string | undefined): string[] {
  return (header ?? '').split(',').flatMap((item) => {
    const [value = '', ...parameters] = item
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    return value === '' || isRefused ? [] : [value]
  })
}

/** Whether a client can use nothing but JSON. One that does not say what it accepts can use anything. */
export function acceptsJsonOnly(accept: string | undefined): boolean {
  const types = listAccepted(accept)
  return types.length > 0 && types.every((type) => /^[\w.+-]+\/([\w.-]+\+)?json$/.test(type))
}
