// The access rule of each route in the router. A route without a rule fails auth-guard.test.ts.

/** 'open' to everyone, 'signed-in' to any live session, 'operator' to the operator only. */
export type RouteRule = 'open' | 'signed-in' | 'operator'

/**
 * The refusal that a rule gives each kind of caller before anything else is checked; null means
 * access.
 */
export const REFUSALS: Readonly<
  Record<RouteRule, Readonly<Record<'anonymous' | 'user' | 'operator', 401 | 403 | null>>>
> = {
  open: { anonymous: null, user: null, operator: null },
  'signed-in': { anonymous: 401, user: null, operator: null },
  operator: { anonymous: 401, user: 403, operator: null },
}

export const ROUTE_RULES: Readonly<Record<string, RouteRule>> = {
  'GET /api/healthz': 'open',
  'GET /api/readyz': 'open',
  'GET /api/openapi.json': 'open',
  'GET /api/docs': 'open',
  'GET /api/docs.css': 'open',
  'POST /api/auth/register': 'open',
  'POST /api/auth/login': 'open',
  'POST /api/auth/verify-otp': 'open',
  'POST /api/auth/resend-otp': 'open',
  'POST /api/auth/logout': 'signed-in',
  'GET /api/events/user': 'signed-in',
  'POST /api/events/create': 'signed-in',
  'PUT /api/events/:id': 'signed-in',
  'DELETE /api/events/:id': 'signed-in',
  'GET /api/admin/dashboard-stats': 'operator',
  'GET /api/admin/properties': 'operator',
  'GET /api/admin/properties/:id/history': 'operator',
  'PATCH /api/admin/properties/:id/status': 'operator',
  'DELETE /api/admin/properties/:id': 'operator',
  'DELETE /api/admin/property/:id': 'operator',
  'GET /api/admin/users': 'operator',
  'GET /api/admin/users/:id/history': 'operator',
  'GET /api/admin/loan': 'operator',
  'GET /api/admin/loans': 'operator',
  'GET /api/admin/payments': 'operator',
  'GET /api/admin/loan/:id/history': 'operator',
  'POST /api/admin/loan/:id/pan': 'operator',
  'GET /api/admin/audit': 'operator',
  'GET /media/*': 'open',
  'GET *': 'open',
}
