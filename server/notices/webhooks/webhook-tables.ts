import {
  leaveTableOut,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'

export const WEBHOOK_TABLES = {
  // Belong to the panel. Hold no personal data except the id of their creator.
  webhooks: leaveTableOut('Addresses of other servers, which belong to the panel.', null),
} satisfies Partial<PersonalTables>
