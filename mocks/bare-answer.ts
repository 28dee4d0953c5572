export interface BareAnswer {
  status: number
  body: unknown
}

export function ok(body: unknown): BareAnswer {
  return { status: 200, body }
}

/** The response envelope of the operator's API calls (specification, section 7). */
export function success(data: unknown): BareAnswer {
  return ok({ success: true, data })
}

export function failed(status: number, error: string): BareAnswer {
  return { status, body: { success: false, error } }
}
