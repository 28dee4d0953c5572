import { requireDetails, requireFilters, requireRole } from '#server/accounts/guards/auth-guard.ts'
import { findStaff } from '#server/accounts/people/staff-repository.ts'
import { listLiveSessions } from '#server/accounts/sessions/session-repository.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { ExportRow } from '#server/platform/database/rows/export-rows.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'
import type { ExportedList } from './list-export-service.ts'

type Exported = Pick<ExportRow, 'user_id' | 'query' | 'sees_details'>
type ListRules = Pick<ExportedList<never>, 'permission' | 'details' | 'search' | 'rules'>

/** @throws ServerError 403 unless the role sees what an export has, and may ask for its rows */
export function requireMayExport(role: StaffRole, list: ListRules, row: Exported): void {
  requireRole(role, list.permission)
  if (row.sees_details === 1 && list.details) requireRole(role, list.details)
  const names = [...new URLSearchParams(row.query).keys()]
  if (list.search) requireFilters(role, names, list.search, list.rules.fields)
  if (list.details) requireDetails(role, names, list.details, list.rules.fields)
}

/**
 * For an export that goes on after the call that asked for it. One session of several may end, such as when a person goes
 * from the desk to the phone. @throws ServerError 403 once the person is suspended, has left, lost the right, or signed out everywhere
 */
export async function requireMayGoOn(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  list: ListRules,
  row: Exported,
): Promise<void> {
  const staff = await findStaff(db, row.user_id)
  if (!staff || staff.suspendedAt !== null) throw refuse('The account has no access any more.')
  requireMayExport(staff.role, list, row)
  const sessions = await listLiveSessions(db, row.user_id, clock().toISOString())
  if (sessions.length === 0)
    throw refuse('You signed out on all devices before the file was ready. Export the list again.')
}

function refuse(sentence: string): ServerError {
  return new ServerError(403, 'not-allowed', sentence)
}
