// Outbox rows as the builds with the fourth format stored them: rejections with their reason. Do not edit them.

export const STORED_FORMAT_4 = [
  {
    format: 4,
    userId: 'asha',
    isKeyed: true,
    state: 'waiting',
    tries: 0,
    notBefore: 0,
    fence: 0,
    leasedUntil: 0,
    lastError: null,
    conflict: null,
    ackedAs: null,
    ackedVersion: null,
    queuedAt: 1_800_000_000_000,
    entity: 'listing',
    entityId: 'listing-41',
    entityName: 'Hill house',
    origin: 'board',
    seq: 41,
    key: 'f4-rejection',
    action: {
      kind: 'status',
      to: 'rejected',
      reason: { code: 'photos', note: 'The kitchen is missing.', changesNeeded: true },
    },
    from: 'pending',
    baseVersion: 3,
  },
]
