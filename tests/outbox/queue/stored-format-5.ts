// Outbox rows as the builds with the fifth format stored them: changes of a batch. Do not edit them.

export const STORED_FORMAT_5 = [
  {
    format: 5,
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
    entityId: 'listing-51',
    entityName: 'Hill house',
    origin: 'board',
    seq: 51,
    key: 'b7c1f0a2c4d5e6f708192a3e40516273.0',
    action: {
      kind: 'status',
      to: 'rejected',
      reason: { code: 'photos', note: 'The kitchen is missing.', changesNeeded: true },
    },
    from: 'pending',
    baseVersion: 3,
    batch: { id: 'b7c1f0a2c4d5e6f708192a3e40516273', count: 2 },
  },
]
