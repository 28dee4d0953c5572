// The access rule of each route in the router. A route without a rule fails auth-guard.test.ts.

import type { Permission, StaffRole } from '#src/domain/team/permission.ts'

/** 'open' to everyone, 'signed-in' to any live session, 'seller' to end users, 'staff' to every role, else to roles with the permission. */
export type RouteRule = 'open' | 'signed-in' | 'seller' | 'staff' | Permission

/**
 * The roles of each permission, as the product promises them. Written a second time on purpose: an
 * accidental change of src/domain/team/permission.ts fails here.
 */
export const PROMISED: Readonly<Record<Permission, readonly StaffRole[]>> = {
  'see-figures': ['owner', 'reviewer', 'loans', 'viewer'],
  'see-revenue': ['owner', 'loans', 'viewer'],
  'see-payments': ['owner', 'viewer'],
  'see-listings': ['owner', 'reviewer', 'support', 'viewer'],
  'see-owner-contact': ['owner', 'reviewer', 'support'],
  'decide-listings': ['owner', 'reviewer'],
  'edit-reasons': ['owner'],
  'delete-listings': ['owner', 'reviewer'],
  'see-members': ['owner', 'support', 'viewer'],
  'see-member-details': ['owner', 'support'],
  'delete-members': ['owner', 'support'],
  'offer-export': ['owner', 'support'],
  'see-loans': ['owner', 'loans', 'viewer'],
  'see-loan-details': ['owner', 'loans'],
  'reveal-pan': ['owner', 'loans'],
  'see-activity': ['owner'],
  'manage-staff': ['owner'],
}

export type Refusal = { status: 401 | 403; code: string } | null

/** The refusal that a rule gives a caller before anything else is checked; null means access. */
export function findRefusal(rule: RouteRule, who: 'anonymous' | 'user' | StaffRole): Refusal {
  if (rule === 'open') return null
  if (who === 'anonymous') return { status: 401, code: 'unauthenticated' }
  if (rule === 'signed-in') return null
  if (rule === 'seller') return who === 'user' ? null : { status: 403, code: 'sellers-only' }
  if (who === 'user') return { status: 403, code: 'forbidden' }
  if (rule === 'staff' || PROMISED[rule].includes(who)) return null
  return { status: 403, code: 'not-allowed' }
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
  'POST /api/auth/read-link': 'open',
  'POST /api/auth/join': 'open',
  'POST /api/auth/forgot-password': 'open',
  'POST /api/auth/reset-password': 'open',
  'GET /api/auth/sessions': 'signed-in',
  'DELETE /api/auth/sessions': 'signed-in',
  'DELETE /api/auth/sessions/:id': 'signed-in',
  'POST /api/auth/confirm': 'signed-in',
  'POST /api/auth/password': 'signed-in',
  'GET /api/auth/account': 'signed-in',
  'PATCH /api/auth/account': 'signed-in',
  'POST /api/auth/export': 'signed-in',
  'POST /api/auth/email': 'signed-in',
  'POST /api/auth/email/verify': 'signed-in',
  'GET /api/auth/deletion': 'signed-in',
  'POST /api/auth/deletion': 'signed-in',
  'POST /api/auth/deletion/cancellation': 'signed-in',
  'POST /api/auth/second-factor': 'open',
  'GET /api/auth/second-factor': 'signed-in',
  'POST /api/auth/second-factor/setup': 'signed-in',
  'POST /api/auth/second-factor/confirm': 'signed-in',
  'POST /api/auth/second-factor/recovery-codes': 'signed-in',
  'POST /api/auth/second-factor/removal': 'signed-in',
  'POST /api/auth/second-factor/enrolment': 'open',
  'POST /api/auth/second-factor/enrolment/confirm': 'open',
  'POST /api/auth/passkey': 'open',
  'POST /api/auth/passkey/options': 'open',
  'POST /api/auth/confirm/options': 'signed-in',
  'GET /api/auth/passkeys': 'signed-in',
  'POST /api/auth/passkeys': 'signed-in',
  'POST /api/auth/passkeys/options': 'signed-in',
  'PATCH /api/auth/passkeys/:id': 'signed-in',
  'DELETE /api/auth/passkeys/:id': 'signed-in',
  'GET /api/events/user': 'signed-in',
  'POST /api/events/create': 'signed-in',
  'PUT /api/events/:id': 'signed-in',
  'DELETE /api/events/:id': 'signed-in',
  'GET /api/account/listings': 'signed-in',
  'GET /api/account/listings/:id': 'signed-in',
  'PUT /api/account/listings/:id': 'seller',
  'DELETE /api/account/listings/:id': 'seller',
  'POST /api/account/listings/:id/submit': 'seller',
  'POST /api/account/listings/:id/withdraw': 'seller',
  'POST /api/account/listings/:id/sold': 'seller',
  'POST /api/account/listings/:id/renew': 'seller',
  'POST /api/account/listings/:id/media': 'seller',
  'POST /api/account/uploads': 'seller',
  'GET /api/account/uploads/:id': 'signed-in',
  'PATCH /api/account/uploads/:id': 'seller',
  'DELETE /api/account/uploads/:id': 'seller',
  'GET /api/account/messages': 'signed-in',
  'POST /api/account/messages/read': 'signed-in',
  'POST /api/account/messages/:id/read': 'signed-in',
  'GET /api/account/push': 'signed-in',
  'PUT /api/account/push': 'seller',
  'DELETE /api/account/push': 'seller',
  'GET /api/admin/me': 'staff',
  'GET /api/admin/staff': 'manage-staff',
  'GET /api/admin/staff/invitations': 'manage-staff',
  'POST /api/admin/staff/invitations': 'manage-staff',
  'POST /api/admin/staff/invitations/:id/resend': 'manage-staff',
  'DELETE /api/admin/staff/invitations/:id': 'manage-staff',
  'PATCH /api/admin/staff/:id/role': 'manage-staff',
  'PATCH /api/admin/staff/:id/suspension': 'manage-staff',
  'DELETE /api/admin/staff/:id/second-factor': 'manage-staff',
  'GET /api/admin/factor-rules': 'manage-staff',
  'PATCH /api/admin/factor-rules': 'manage-staff',
  'GET /api/admin/dashboard-stats': 'staff',
  'GET /api/admin/properties': 'see-listings',
  'GET /api/admin/properties/:id/history': 'see-listings',
  'GET /api/admin/properties/:id/posting': 'see-listings',
  'PATCH /api/admin/properties/:id/status': 'decide-listings',
  'PUT /api/admin/properties/:id/reason': 'decide-listings',
  'GET /api/admin/reasons': 'decide-listings',
  'PUT /api/admin/reasons': 'edit-reasons',
  'DELETE /api/admin/properties/:id': 'delete-listings',
  'DELETE /api/admin/property/:id': 'delete-listings',
  'GET /api/admin/users': 'see-members',
  'GET /api/admin/users/:id/history': 'see-member-details',
  'GET /api/admin/users/:id/deletion': 'delete-members',
  'POST /api/admin/users/:id/deletion': 'delete-members',
  'DELETE /api/admin/users/:id/deletion': 'delete-members',
  'POST /api/admin/users/:id/export-offer': 'offer-export',
  'GET /api/admin/loan': 'see-loans',
  'GET /api/admin/loans': 'see-loans',
  'GET /api/admin/payments': 'see-payments',
  'GET /api/admin/loan/:id/history': 'see-loan-details',
  'POST /api/admin/loan/:id/pan': 'reveal-pan',
  'GET /api/admin/audit': 'see-activity',
  'GET /media/*': 'open',
  'GET *': 'open',
}
