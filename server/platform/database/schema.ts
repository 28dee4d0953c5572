import type { Generated, Selectable } from 'kysely'
import type { Role } from '#src/domain/account/account.ts'
import type { AuditAction, AuditEntity } from '#src/domain/audit.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'
import type {
  AccountDeletionRow,
  AttemptRow,
  CodeRow,
  EmailChangeRow,
  KnownDeviceRow,
  LinkRow,
  PasskeyChallengeRow,
  PasskeyRow,
  RegistrationRow,
  SessionRow,
  SignInChallengeRow,
  StaffRow,
  TotpSecretRow,
  UserTable,
} from './rows/account-rows.ts'
import type { ClaimRow } from './rows/claim-rows.ts'
import type { DeletedListingRow } from './rows/deleted-listing-rows.ts'
import type { ExportRow } from './rows/export-rows.ts'
import type { GrievanceRow } from './rows/grievance-rows.ts'
import type {
  ApiKeyRow,
  ImportChunkRow,
  ImportedListingRow,
  ImportMediaRow,
  ImportRow,
} from './rows/import-rows.ts'
import type { JobRow, ScheduleRow } from './rows/job-rows.ts'
import type {
  AssignmentRow,
  ListingChangeRow,
  ListingReasonRow,
  ListingTable,
  ListingViewerRow,
  ListingViewsRow,
  NotDuplicateRow,
  PostingRow,
  RejectionReasonRow,
  ReviewRulesRow,
} from './rows/listing-rows.ts'
import type { MediaRow, PhotoBandRow, UploadRow } from './rows/media-rows.ts'
import type { MessageRow, PushKeyRow, PushSubscriptionRow } from './rows/message-rows.ts'
import type { MentionMailRow, NoteMentionRow, NoteRow, NoteVersionRow } from './rows/note-rows.ts'
import type { SavedViewLayerRow, SavedViewRow } from './rows/saved-view-rows.ts'
import type { VisitPhotoRow, VisitRow } from './rows/visit-rows.ts'
import type { ReviewFlowRow, ReviewWaitRow } from './rows/wait-rows.ts'
import type { WebhookRow } from './rows/webhook-rows.ts'

// Every table. The types of most rows are in the `-rows.ts` files of this folder. Times are ISO 8601 text in UTC,
// amounts are whole paise, and ids are 24 hexadecimal characters.

export interface Tables {
  users: UserTable
  account_deletions: AccountDeletionRow
  staff: StaffRow
  registrations: RegistrationRow
  sessions: SessionRow
  /** The configured password that was last applied to an account. The account may have got another password since. */
  configured_passwords: { user_id: string; password_hash: string }
  known_devices: KnownDeviceRow
  links: LinkRow
  codes: CodeRow
  email_changes: EmailChangeRow
  totp_secrets: TotpSecretRow
  /** HMACs of unused recovery codes, bound to their account. The codes themselves are not stored. */
  recovery_codes: { mac: string; user_id: string }
  sign_in_challenges: SignInChallengeRow
  passkeys: PasskeyRow
  passkey_challenges: PasskeyChallengeRow
  /** Whether a role needs a second factor (`is_required`, 0 or 1). A role without a row follows the default. */
  factor_rules: { role: StaffRole; is_required: number }
  exports: ExportRow
  saved_views: SavedViewRow
  saved_view_layers: SavedViewLayerRow
  events: EventRow
  listings: ListingTable
  rejection_reasons: RejectionReasonRow
  /** Whether a rejection needs a reason (0 or 1), in one row; without it, a reason is optional. */
  rejection_rule: { id: number; is_reason_required: number }
  listing_reasons: ListingReasonRow
  review_rules: ReviewRulesRow
  postings: PostingRow
  claims: ClaimRow
  assignments: AssignmentRow
  not_duplicates: NotDuplicateRow
  deleted_listings: DeletedListingRow
  /** Bands of the photos of deleted listings, and checksums of their videos. */
  deleted_listing_keys: { key: string; listing_id: string }
  review_waits: ReviewWaitRow
  review_flow: ReviewFlowRow
  visits: VisitRow
  visit_photos: VisitPhotoRow
  notes: NoteRow
  note_versions: NoteVersionRow
  note_mentions: NoteMentionRow
  mention_mails: MentionMailRow
  listing_viewers: ListingViewerRow
  listing_views: ListingViewsRow
  uploads: UploadRow
  media: MediaRow
  photo_bands: PhotoBandRow
  grievances: GrievanceRow
  messages: MessageRow
  push_subscriptions: PushSubscriptionRow
  push_keys: PushKeyRow
  listing_changes: ListingChangeRow
  api_keys: ApiKeyRow
  imported_listings: ImportedListingRow
  import_media: ImportMediaRow
  imports: ImportRow
  import_chunks: ImportChunkRow
  webhooks: WebhookRow
  transactions: TransactionRow
  loans: LoanRow
  receipts: IdempotencyRecordRow
  audit_log: AuditRow
  attempts: AttemptRow
  revisions: RevisionTable
  /** Earlier epochs of the revision counter, each with its last number (server/platform/database/revision.ts). */
  ended_epochs: { epoch: string; last_value: number }
  jobs: JobRow
  schedules: ScheduleRow
  restores: RestoreRow
  /** Search text of each list row (server/platform/database/search-words.ts). */
  listing_words: WordsRow
  member_words: WordsRow
  loan_words: WordsRow
  /**
   * Sums maintained by triggers (server/platform/database/rollup-repository.ts). A listing without a status counts as
   * pending.
   */
  listing_totals: { status: ListingStatus; sale_type: string; listings: number }
  /** The number of boosted listings by the UTC day on which their boost ends. */
  boost_days: { day: string; listings: number }
  user_totals: { role: Role; users: number }
  /** '' for a missing occupation. */
  loan_totals: { occupation_type: string; loans: number }
  /** Captured minus refunded amounts by month in India, such as '2025-09'. */
  revenue_months: { month: string; plan_type: string; paise: number }
}

export interface WordsRow {
  n: Generated<number>
  id: string
  text: string
}

export interface EventRow {
  id: string
  /** Id of an account or a registration. */
  owner_id: string
  /** The owner's fields as JSON text. */
  body: string
  version: number
  created_at: string
  updated_at: string
}

/** The single row of the revision counter (server/platform/database/revision.ts). */
export type RevisionRow = Selectable<RevisionTable>

interface RevisionTable {
  id: number
  value: number
  epoch: string
  /** Removals of listings up to this revision may have been deleted from the log of changes. */
  horizon: Generated<number>
  /** 1 until the first write after the start of the server, then 0. */
  is_run_new: Generated<number>
}

export interface TransactionRow {
  id: string
  user_id: string
  plan_type: string
  plan_category: string
  amount_paise: number
  refunded_paise: number
  state: 'captured' | 'failed'
  razorpay_payment_id: string
  created_at: string
}

export interface LoanRow {
  id: string
  user_id: string
  occupation_type: string | null
  income_paise: number | null
  /**
   * A PAN in plain text, written by a version of the server without encryption. When the PAN is encrypted, this becomes
   * '', and later null (server/loans/pan-repository.ts).
   */
  pan_number: string | null
  /** Encrypted (server/loans/pan-cipher.ts). */
  pan_sealed: string | null
  created_at: string
}

export interface IdempotencyRecordRow {
  /** Id of an account or a registration. */
  user_id: string
  key: string
  request_hash: string
  /** The id of the changed record. */
  entity_id: string
  /** The HTTP status of the first response. The response itself is not stored: it may hold personal data. */
  status: number
  /** The version that the change gave the record; null if the response has none. */
  version: number | null
  expires_at: string
}

export interface AuditRow {
  /** Consecutive, without gaps. */
  id: number
  at: string
  actor_id: string
  device_label: string
  action: AuditAction
  entity: AuditEntity
  entity_id: string
  from_value: string | null
  to_value: string | null
  idempotency_key: string | null
  /** Hash of this row and the previous hash (server/platform/database/audit-chain.ts). */
  hash: string
}

/** The single row of the last restore. Without a row, there is nothing to look at. */
export interface RestoreRow {
  id: number
  restored_at: string
  /** The file name of the backup; null after a restore by other means than the command. */
  backup: string | null
  /** 1 once a start of the server has written the list to its log. */
  is_logged: number
}
