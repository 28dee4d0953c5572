// Retention periods of the server's data. Each comment names the data, and says when the period starts or why it is so
// long. The deletion jobs and the privacy policy use the same numbers, so that the policy states what the server does.

/** From the request to delete an account until its deletion. Until then, the person can cancel the request. */
export const DELETION_DAYS = 7

/** A session, from the sign-in; the default of SESSION_TTL_DAYS. */
export const SESSION_DAYS = 7
/** The record of an ended session: to investigate complaints, and to name the device that replaced the session. */
export const ENDED_SESSION_DAYS = 30
/** A known device, from its last sign-in: the longest expected gap between two sign-ins. */
export const KNOWN_DEVICE_DAYS = 90

/** An invitation: long enough for a weekend. */
export const INVITATION_HOURS = 72
/** A link to set a new password. */
export const RESET_MINUTES = 30
/** The record of a used or expired link: a late click still gets a message with the reason. */
export const ENDED_LINK_DAYS = 7

/** A registration with an unverified e-mail address: time to receive and read the mail. */
export const REGISTRATION_HOURS = 24
/** A one-time code, also for a new e-mail address: ASVS 6.5.5 allows ten minutes. */
export const CODE_MINUTES = 5
/** A two-step sign-in, from the password to the code (ASVS 6.6.2): time to fetch the phone. */
export const CHALLENGE_MINUTES = 5

/** A sign-in during which a person sets up a second factor: time to install an authenticator app. */
export const SETUP_MINUTES = 15

/** An attempt that a rate limit counts, with a keyed hash of the account or network: the longest window of a limit. */
export const ATTEMPT_HOURS = 24
/**
 * The answer to a change with an idempotency key, and the log of changes of listings with the ids of deleted ones: a phone
 * that was unused for months may still repeat its changes.
 */
export const IDEMPOTENCY_DAYS = 180

/** Who had claimed a listing, from the end of the claim: to answer who had it, on the next day. */
export const ENDED_CLAIM_DAYS = 1
/** Where somebody of the team was during a visit, from its arrival: as long as a decision about the listing may be disputed. */
export const VISIT_PLACE_DAYS = 180
/** A photo of a visit, from its arrival: for the same reason. It may show a home and people. */
export const VISIT_PHOTO_DAYS = 180

/** How long a submission waited, from its decision: sellers read a figure of the last 30 days. */
export const WAIT_DAYS = 30

/**
 * What recognises a deleted listing, from its deletion: two approvals of 90 days. A property that comes back later is a new
 * offer.
 */
export const DELETED_LISTING_DAYS = 180

/** A draft of a listing, from its last change: an owner may postpone a sale for a year. */
export const DRAFT_DAYS = 365

/** An import file, from its upload: time to correct its refused rows. */
export const IMPORT_DAYS = 7

/** The file of an exported list, from the order: time to fetch it at the desk, with the data of a day. */
export const EXPORT_HOURS = 24

/** An unfinished upload, and a photo or video that no version of a listing contains. */
export const UPLOAD_HOURS = 24

/**
 * The keyed hash of a device that viewed a listing, from the beginning of the day of the view: 24 hours, and one hour
 * for late requests.
 */
export const VIEWER_HOURS = 25

/** A message about a decision, from its sending: a seller may come back to it months later. */
export const MESSAGE_DAYS = 180

/** A grievance, from its answer: a consumer may go to a commission for two years (Consumer Protection Act, 2019, s. 69). */
export const GRIEVANCE_DAYS = 730

/** Interval of the job that deletes expired data. Expired data grants no access, even before the job has run. */
export const CLEANUP_HOURS = 1

/** The number of scheduled backups that are kept; the default of BACKUP_KEEP. */
export const BACKUPS_KEPT = 7
/** The number of kept backups from before migrations. Each restart of a server that fails to start writes one. */
export const MIGRATION_BACKUPS_KEPT = 3
