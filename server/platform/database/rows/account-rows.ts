import type { Generated } from 'kysely'
import type { Role } from '#src/domain/account/account.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'

// Rows of accounts: people, sign-ins and rate limits. Times are ISO 8601 text in UTC, ids 24 hexadecimal characters.

export interface UserRow {
  id: string
  full_name: string | null
  email: string
  phone_number: string | null
  picture_url: string | null
  role: Role
  /** 0 or 1. */
  verified: number
  password_hash: string | null
  /** 0 or 1: the password is too short for a server that listens on more than a loopback address. */
  has_short_password: number
  /**
   * When the person confirmed being of age, and the version of the policy that they agreed to. Both are null for an
   * account that was created without a registration, and after the consent was withdrawn.
   */
  adult_stated_at: string | null
  consent_policy: string | null
  created_at: string
}

export interface UserTable extends UserRow {
  /**
   * 0 or 1: the person was erased. The row retains only the role, and the id that audit entries,
   * payments or loans refer to (server/accounts/erasure/erasure-service.ts).
   */
  is_erased: Generated<number>
  /** What lists are sorted by (server/platform/database/sort-keys.ts). */
  name_key: Generated<string | null>
}

/** A requested deletion: the account is erased when due, unless the request is cancelled. */
export interface AccountDeletionRow {
  user_id: string
  requested_at: string
  due_at: string
  /** 0 or 1: the person withdrew the consent, and can keep the account only by consenting again. */
  is_consent_withdrawn: number
}

/**
 * An account's membership of the team, which gives access to the panel
 * (src/domain/team/permission.ts).
 */
export interface StaffRow {
  user_id: string
  role: StaffRole
  /** Null for an account that may sign in. */
  suspended_at: string | null
  /** Time of the last call to the panel's API, to the minute; null before the first. */
  last_active_at: string | null
}

/**
 * A registration, which becomes an account once its e-mail address is verified
 * (server/accounts/registration/registration-service.ts).
 */
export interface RegistrationRow {
  /** The account created from the registration gets the same id. */
  id: string
  email: string
  full_name: string | null
  phone_number: string | null
  password_hash: string
  adult_stated_at: string | null
  consent_policy: string | null
  created_at: string
  /** When the registration is deleted, with all data that belongs to it. */
  expires_at: string
}

/** A one-time code of a registration. */
export interface CodeRow {
  id: string
  registration_id: string
  /** HMAC of the code, bound to this row. The code itself is not stored. */
  mac: string
  wrong_tries: number
  /** 0 or 1: the mail could not be sent. */
  mail_failed: number
  created_at: string
  expires_at: string
  /** When a newer code replaced this one; null for the newest code of a registration. */
  superseded_at: string | null
}

export interface SessionRow {
  /** SHA-256 of the token, hexadecimal. The token itself is not stored. */
  token_hash: string
  /** Id of an account or a registration. */
  user_id: string
  device_label: string
  /** The network of the sign-in, an IPv4 /24 or an IPv6 /48; null if unknown. */
  network: string | null
  created_at: string
  expires_at: string
  /** Time of the last call, to the minute; null before the first. */
  last_seen_at: string | null
  /** When the person last confirmed their identity after the sign-in; null if they have not. */
  confirmed_at: string | null
  revoked_at: string | null
  /**
   * The device whose sign-in ended this session, because the account had reached its limit of sessions; null in every
   * other case.
   */
  replaced_by: string | null
}

/**
 * A device on which the account has signed in before
 * (server/accounts/sessions/known-device-service.ts).
 */
export interface KnownDeviceRow {
  /** SHA-256 of the device token, hexadecimal. The token itself is not stored. */
  token_hash: string
  user_id: string
  /** Ninety days after the last sign-in. */
  expires_at: string
}

/** A requested change of an account's e-mail address, which takes effect once its code is entered. */
export interface EmailChangeRow {
  user_id: string
  id: string
  email: string
  /** HMAC of the code, bound to this row. The code itself is not stored. */
  mac: string
  wrong_tries: number
  expires_at: string
}

/** A single-use link that was mailed or copied (server/accounts/links/link-service.ts). */
export interface LinkRow {
  /** SHA-256 of the token, hexadecimal. The token itself is not stored. */
  token_hash: string
  kind: 'invitation' | 'reset'
  /** The account; for an invitation, the id that the account gets when the person joins. */
  account_id: string
  /** The e-mail address that the link is for. */
  email: string
  /** The role that an invitation gives; null for a reset. */
  role: StaffRole | null
  /** The account that sent an invitation; null for a reset. */
  invited_by: string | null
  created_at: string
  expires_at: string
  /** When the link was used, replaced or revoked; null before that, and for a link that expired unused. */
  ended_at: string | null
  end_reason: 'used' | 'replaced' | 'revoked' | null
}

/** The authenticator app of an account (server/accounts/second-factor). */
export interface TotpSecretRow {
  user_id: string
  /** Encrypted under a key derived from APP_SECRET. */
  sealed: string
  /** Null until the first code has proved that the app has the secret. */
  confirmed_at: string | null
  /** The number of 30-second steps from 1970 to the newest accepted code; 0 before the first code. */
  last_step: number
}

/** A sign-in with the right password that still needs its second factor. */
export interface SignInChallengeRow {
  /** SHA-256 of the challenge, hexadecimal. The challenge itself is not stored. */
  token_hash: string
  user_id: string
  /** HMAC of the e-mail address and the password hash: a change of either ends the challenge. */
  credentials_mac: string
  wrong_tries: number
  expires_at: string
}

/** A passkey of an account (server/accounts/passkeys). */
export interface PasskeyRow {
  id: string
  user_id: string
  /** The credential's id, base64url. */
  credential_id: string
  /** COSE key, base64url. */
  public_key: string
  /** The last signature counter; 0 for an authenticator that does not count. */
  counter: number
  /** JSON array of the transports that the browser reported. */
  transports: string
  /** 0 or 1: the passkey is synchronised between devices. */
  is_backed_up: number
  name: string
  created_at: string
  last_used_at: string | null
}

/** The challenge of a WebAuthn ceremony that has begun. */
export interface PasskeyChallengeRow {
  /** SHA-256 of the challenge, hexadecimal. */
  challenge_hash: string
  purpose: 'add' | 'sign-in' | 'confirm'
  /** The account that adds a passkey or confirms its identity; null for a sign-in. */
  user_id: string | null
  expires_at: string
}

export interface AttemptRow {
  id: string
  kind:
    | 'sign-in'
    | 'sign-in-total'
    | 'pan-reveal'
    | 'register'
    | 'code-send'
    | 'code-try'
    | 'second-factor'
    | 'event-create'
    | 'event-change'
    | 'posting-change'
    | 'upload'
    | 'reset-request'
    | 'invite'
    | 'profile'
    | 'export'
    | 'export-offer'
    | 'email-change'
    | 'session-open'
    | 'session-end'
    | 'confirm'
    | 'account-change'
    | 'deletion'
    | 'member-mail'
    | 'member-deletion'
    | 'team-change'
    | 'site-change'
    | 'posting-step'
    | 'grievance'
  /** HMAC under APP_SECRET of the limited subject: an account, an e-mail address or a device. */
  subject: string
  /** HMAC of the caller's network: an IPv4 address or an IPv6 /64; null for a sign-in on a known device. */
  address: string | null
  /** HMAC of the enclosing IPv6 /48; null for IPv4. */
  site: string | null
  at: string
}
