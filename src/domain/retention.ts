// How long the server keeps what. The jobs that delete data and the privacy policy use these numbers, so the policy
// states what the server does.

/** From the request to delete an account to its deletion. The person can keep the account until then. */
export const DELETION_DAYS = 7

/** Of a session, from the sign-in; the default of SESSION_TTL_DAYS. */
export const SESSION_DAYS = 7
/** Of the record of a session that has ended: to examine complaints, and to name the device that replaced it. */
export const ENDED_SESSION_DAYS = 30
/** Of a known device, from its last sign-in: longest expected gap between two sign-ins. */
export const KNOWN_DEVICE_DAYS = 90

/** Of an invitation: over a weekend. */
export const INVITATION_HOURS = 72
/** Of a link that sets a new password. */
export const RESET_MINUTES = 30
/** Of the record of a link that was used or has ended: a late click still learns what happened. */
export const ENDED_LINK_DAYS = 7

/** Of a registration whose e-mail address is not verified: time to receive and read the mail. */
export const REGISTRATION_HOURS = 24
/** Of a one-time code, also for a new e-mail address: ASVS 6.5.5 allows ten minutes. */
export const CODE_MINUTES = 5
/** Of a sign-in that waits for its second factor: ASVS 6.6.2 binds both steps; people fetch their phone. */
export const CHALLENGE_MINUTES = 5

/** Of a sign-in that sets up its second step, which includes the installation of an app. */
export const SETUP_MINUTES = 15

/** Of a counted try, with a keyed hash of its account or network: no limit looks back further. */
export const ATTEMPT_HOURS = 24
/** Of the answer to a keyed change, and of the id of a deleted listing: a phone may be unused for months. */
export const IDEMPOTENCY_DAYS = 180

/** Of a draft of a listing, from its last change: a sale may be put off for a year. */
export const DRAFT_DAYS = 365

/** Of a file of listings that was imported, from its upload: its refused rows are corrected meanwhile. */
export const IMPORT_DAYS = 7

/** Of an upload that was not finished, and of a photo or video that no version of a listing contains. */
export const UPLOAD_HOURS = 24

/** Of the scrambled number of a device that viewed a listing, from the beginning of the day: an hour for late requests. */
export const VIEWER_HOURS = 25

/** Of a message about a decision, from the day it was sent: a seller may come back to it months later. */
export const MESSAGE_DAYS = 180

/** Time between two runs of the job that deletes what has expired. Expired data grants no access. */
export const CLEANUP_HOURS = 1

/** How many scheduled backups are kept; the default of BACKUP_KEEP. */
export const BACKUPS_KEPT = 7
/** How many backups before a migration are kept: each restart of a failing server writes another one. */
export const MIGRATION_BACKUPS_KEPT = 3
