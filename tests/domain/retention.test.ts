import { expect, test } from 'vitest'
import * as retention from '#src/domain/retention.ts'

// The privacy policy is made of the same numbers, so it would follow an accidental change. They are repeated here on
// purpose.
test('data is kept for the periods that were promised', () => {
  expect({ ...retention }).toEqual({
    DELETION_DAYS: 7,
    SESSION_DAYS: 7,
    ENDED_SESSION_DAYS: 30,
    KNOWN_DEVICE_DAYS: 90,
    INVITATION_HOURS: 72,
    RESET_MINUTES: 30,
    ENDED_LINK_DAYS: 7,
    REGISTRATION_HOURS: 24,
    CODE_MINUTES: 5,
    CHALLENGE_MINUTES: 5,
    SETUP_MINUTES: 15,
    ATTEMPT_HOURS: 24,
    IDEMPOTENCY_DAYS: 180,
    ENDED_CLAIM_DAYS: 1,
    VISIT_PHOTO_DAYS: 180,
    VISIT_PLACE_DAYS: 180,
    WAIT_DAYS: 30,
    DELETED_LISTING_DAYS: 180,
    DRAFT_DAYS: 365,
    IMPORT_DAYS: 7,
    EXPORT_HOURS: 24,
    UPLOAD_HOURS: 24,
    VIEWER_HOURS: 25,
    MESSAGE_DAYS: 180,
    GRIEVANCE_DAYS: 730,
    CLEANUP_HOURS: 1,
    BACKUPS_KEPT: 7,
    MIGRATION_BACKUPS_KEPT: 3,
  })
})
