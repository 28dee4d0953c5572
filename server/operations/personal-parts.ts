import { API_KEY_TABLES } from '#server/accounts/api-keys/api-key-tables.ts'
import { EXPORT_TABLES, eraseExportsOf } from '#server/accounts/export/export-job-tables.ts'
import { MEMBER_TABLES } from '#server/accounts/members/member-tables.ts'
import { ACCOUNT_TABLES } from '#server/accounts/people/account-tables.ts'
import { SAVED_VIEW_TABLES } from '#server/accounts/saved-views/saved-view-tables.ts'
import { forgetEventsOf } from '#server/events/event-service.ts'
import { EVENT_TABLES } from '#server/events/event-tables.ts'
import {
  eraseGrievancesOf,
  GRIEVANCE_TABLES,
  grievanceIdsOf,
} from '#server/grievances/grievance-tables.ts'
import { followStaffChange } from '#server/listings/assignments/assignment-service.ts'
import {
  ASSIGNMENT_TABLES,
  eraseAssignmentsOf,
} from '#server/listings/assignments/assignment-tables.ts'
import { showNewContact } from '#server/listings/changes/owner-contact-service.ts'
import { CLAIM_TABLES, eraseClaimsOf } from '#server/listings/claims/claim-tables.ts'
import { POSTING_TABLES } from '#server/listings/content/posting-tables.ts'
import {
  DELETED_LISTING_TABLES,
  eraseDeletedListingsOf,
} from '#server/listings/deleted/deleted-listing-tables.ts'
import { REVIEW_RULE_TABLES } from '#server/listings/due/review-rule-tables.ts'
import { IMPORT_TABLES } from '#server/listings/import/import-tables.ts'
import {
  eraseListingsOf,
  isListingFile,
  LISTING_TABLES,
  listingIdsOf,
} from '#server/listings/list/listing-tables.ts'
import { removeMedia } from '#server/listings/media/media-removal-service.ts'
import { eraseMediaOf, MEDIA_TABLES } from '#server/listings/media/media-tables.ts'
import { REASON_TABLES } from '#server/listings/reasons/reason-tables.ts'
import {
  DUPLICATE_TABLES,
  forgetDuplicatesOf,
} from '#server/listings/review/group/duplicate-tables.ts'
import { eraseUploadsOf, UPLOAD_TABLES } from '#server/listings/uploads/upload-tables.ts'
import { VIEW_TABLES } from '#server/listings/views/view-tables.ts'
import { eraseVisitor, VISIT_TABLES } from '#server/listings/visits/visit-tables.ts'
import { WAIT_TABLES } from '#server/listings/waits/wait-tables.ts'
import { eraseLoans, LOAN_TABLES, loanIdsOf } from '#server/loans/loan-tables.ts'
import { eraseNoteAuthor, NOTE_TABLES } from '#server/notes/note-tables.ts'
import { MESSAGE_TABLES } from '#server/notices/messages/message-tables.ts'
import { WEBHOOK_TABLES } from '#server/notices/webhooks/webhook-tables.ts'
import { erasePayments, PAYMENT_TABLES } from '#server/payments/payment-tables.ts'
import { auditTables } from '#server/platform/audit/audit-tables.ts'
import type { PersonalParts } from '#server/platform/personal-tables/personal-table.ts'
import { PLATFORM_TABLES } from '#server/platform/personal-tables/platform-tables.ts'

/** What all parts of the server say about the people in their tables. A table without an entry does not compile. */
export const PERSONAL_PARTS: PersonalParts = {
  tables: {
    ...ACCOUNT_TABLES,
    ...SAVED_VIEW_TABLES,
    ...EXPORT_TABLES,
    ...EVENT_TABLES,
    ...LISTING_TABLES,
    ...REASON_TABLES,
    ...REVIEW_RULE_TABLES,
    ...CLAIM_TABLES,
    ...ASSIGNMENT_TABLES,
    ...DUPLICATE_TABLES,
    ...DELETED_LISTING_TABLES,
    ...WAIT_TABLES,
    ...VISIT_TABLES,
    ...NOTE_TABLES,
    ...POSTING_TABLES,
    ...VIEW_TABLES,
    ...UPLOAD_TABLES,
    ...MEDIA_TABLES,
    ...MESSAGE_TABLES,
    ...WEBHOOK_TABLES,
    ...API_KEY_TABLES,
    ...IMPORT_TABLES,
    ...MEMBER_TABLES,
    ...PAYMENT_TABLES,
    ...LOAN_TABLES,
    ...GRIEVANCE_TABLES,
    ...auditTables({ listing: listingIdsOf, loan: loanIdsOf, grievance: grievanceIdsOf }),
    ...PLATFORM_TABLES,
  },
  erasers: [
    eraseListingsOf,
    eraseClaimsOf,
    eraseAssignmentsOf,
    eraseDeletedListingsOf,
    forgetDuplicatesOf,
    eraseVisitor,
    eraseNoteAuthor,
    eraseGrievancesOf,
    eraseLoans,
    erasePayments,
    eraseUploadsOf,
    eraseMediaOf,
    eraseExportsOf,
  ],
  fileUsers: [isListingFile],
  removeFile: removeMedia,
  contactFollowers: [showNewContact],
  staffFollowers: [followStaffChange],
  registrationRows: [forgetEventsOf],
}
