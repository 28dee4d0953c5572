// All limits that are counted as rows. Each limits its subject (mostly an account) over all networks, an IPv4 address or
// IPv6 /64 over all subjects, and the IPv6 /48 around it. tests/server/platform/limits/limit-table.test.ts holds that.

import type { AttemptRow } from '#server/platform/database/rows/account-rows.ts'
import { SITE_NETWORKS } from '#server/platform/http/client-address.ts'
import type { Allowance } from './wait-rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Sign-ins have rules of their own for an account and a device (sign-in-limit-service.ts). */
export type LimitedKind = Exclude<AttemptRow['kind'], 'sign-in' | 'sign-in-total'>

export interface Limit {
  subject: readonly Allowance[]
  address: readonly Allowance[]
  site: readonly Allowance[]
  /**
   * Tries of a subject to which only its own allowance applies, so that strangers on the same network cannot lock it out.
   */
  freeTries?: number
  sentence: string
}

/** An office behind one address: all of its people may reach their own limits at the same time. */
const OFFICE_PEOPLE = 30

export const SIGN_INS_PER_NETWORK: readonly Allowance[] = [
  { most: 20, windowMs: MINUTE_MS * 15 },
  { most: 100, windowMs: DAY_MS },
] // failures; ASVS 6.3.1; an office or a mobile carrier's gateway has many people behind one IP address
export const SIGN_INS_PER_SITE = times(SIGN_INS_PER_NETWORK, SITE_NETWORKS)

// Our own numbers: ASVS 5.0 2.4.1 requires an application to set limits.
export const LIMITS: Readonly<Record<LimitedKind, Limit>> = {
  register: ofNetwork({
    subject: perHour(5), // of one e-mail address on one network
    address: perHour(20), // each sends a code
    sentence: 'Too many registrations.',
  }),
  'code-send': ofNetwork({
    subject: [...perHour(5), { most: 10, windowMs: DAY_MS }], // ASVS 6.6.3; Indian payment services use these numbers
    address: perHour(100), // 30 people who ask for three codes each
    freeTries: 3, // the first code and two more
    sentence: 'Codes were asked for too often.',
  }),
  'code-try': ofNetwork({
    subject: [{ most: 20, windowMs: DAY_MS }], // four codes with five tries each; NIST SP 800-63B allows 100 tries
    address: perHour(100), // a daily limit would lock out a whole office or a mobile carrier's users
    freeTries: 5, // the tries of one code
    sentence: 'Too many wrong codes.',
  }),
  'second-factor': ofNetwork({
    subject: perHour(10), // three of a million codes are valid at a time: guessing one takes years
    address: perHour(100), // 30 people who mistype three codes each
    freeTries: 3, // as many as a person mistypes
    sentence: 'Too many wrong codes.',
  }),
  'reset-request': ofNetwork({
    subject: perHour(3), // mails to one e-mail address, known or not
    address: perHour(20), // a network's forgotten passwords
    sentence: 'Too many links were asked for.',
  }),
  grievance: ofNetwork({
    subject: [...perHour(5), { most: 10, windowMs: DAY_MS }], // each sends a mail to the address that was typed
    address: perHour(20), // an office or a cyber café
    sentence: 'Too many grievances were sent.',
  }),
  'email-change': ofNetwork({
    subject: [...perHour(10), { most: 20, windowMs: DAY_MS }], // the answer reveals whether an address has an account
    address: perHour(60), // 30 people who move to a new domain, with a typing error each
    sentence: 'Too many changes of your e-mail address.',
  }),
  'session-open': ofPerson(perHour(60), 'Too many sign-ins.'), // each adds a permanent audit entry; a script signs in once a minute
  confirm: ofPerson(perHour(120), 'Too many confirmations.'), // each costs a password hash; a confirmation lasts ten minutes
  'session-end': ofPerson(perHour(60), 'Too many sign-outs of devices.'), // more devices than an account may have
  'account-change': ofPerson(perHour(60), 'Too many changes of your account.'), // audit entries and mails; a set-up takes five calls
  profile: ofPerson(perHour(10), 'Too many changes of your profile.'), // each adds an audit entry
  deletion: ofPerson(
    [...perHour(10), { most: 20, windowMs: DAY_MS }], // requests and cancellations: five changes of mind an hour
    'Too many requests about the deletion of your account.',
  ),
  export: ofPerson(perHour(3), 'Your data was downloaded several times.'), // each reads all tables
  'member-mail': ofPerson(perHour(5), 'This user got several mails already.'), // subject: the user, for all senders together
  'member-deletion': ofPerson(
    [...perHour(20), { most: 60, windowMs: DAY_MS }], // on request of members: one every three minutes
    'Too many deletions of users.',
  ),
  'export-offer': ofPerson(perHour(60), 'Too many mails to users.'), // one a minute, to different users
  invite: ofPerson(perHour(40), 'Too many invitations.'), // each sends a mail; a team has 30 people
  'team-change': ofPerson(
    [...perHour(60), { most: 200, windowMs: DAY_MS }], // a team of 30 people with two changes each
    'Too many changes of the team.',
  ),
  'site-change': ofPerson(
    [...perHour(120), { most: 400, windowMs: DAY_MS }], // permanent entries about keys, webhooks and reasons: two a minute
    'Too many changes of the connected sites and settings.',
  ),
  'pan-reveal': ofPerson(
    [...perHour(30), { most: 100, windowMs: DAY_MS }], // one every two minutes; a stolen session gets a day's work
    'Too many PAN numbers were revealed.',
  ),
  'event-create': ofPerson(perHour(60), 'Too many new events.'), // one a minute
  'event-change': ofPerson(perMinute(60), 'Too many changes to your events.'), // queued changes are sent within minutes
  'posting-change': ofPerson(perMinute(120), 'Too many changes to your listings.'), // drafts are saved while typing
  'posting-step': ofPerson(
    [...perHour(120), { most: 400, windowMs: DAY_MS }], // permanent entries; an agent renews all listings in one go
    'Too many submissions and withdrawals of your listings.',
  ),
  upload: ofPerson([{ most: 100, windowMs: DAY_MS }], 'Too many uploads today.'), // four listings with 20 photos and a video each
}

/** A limit of a signed-in person: on one network, 30 people may do as much. */
function ofPerson(subject: readonly Allowance[], sentence: string): Limit {
  return ofNetwork({ subject, address: times(subject, OFFICE_PEOPLE), sentence })
}

function ofNetwork(limit: Omit<Limit, 'site'>): Limit {
  return { ...limit, site: times(limit.address, SITE_NETWORKS) }
}

function times(allowances: readonly Allowance[], factor: number): readonly Allowance[] {
  return allowances.map(({ most, windowMs }) => ({ most: most * factor, windowMs }))
}

function perHour(most: number): readonly Allowance[] {
  return [{ most, windowMs: HOUR_MS }]
}

function perMinute(most: number): readonly Allowance[] {
  return [{ most, windowMs: MINUTE_MS }]
}
