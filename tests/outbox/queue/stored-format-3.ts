// Outbox rows as the builds with the third format stored them: reasons for rejections. Do not edit them.

const COMMON = {
  format: 3,
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
  queuedAt: 1_790_000_000_000,
  entity: 'listing',
  entityId: 'listing-31',
  entityName: 'Sea view',
  origin: 'board',
}

export const STORED_FORMAT_3 = [
  {
    ...COMMON,
    seq: 31,
    key: 'f3-rejection',
    action: { kind: 'status', to: 'rejected' },
    from: 'pending',
    baseVersion: 3,
  },
  {
    ...COMMON,
    seq: 32,
    key: 'f3-reason',
    action: {
      kind: 'reason',
      changeKey: 'f3-rejection',
      code: 'photos',
      note: 'The kitchen is missing.',
      changesNeeded: true,
    },
    from: 'rejected',
    baseVersion: null,
  },
]
