import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { NewApiKeySchema } from '#src/domain/api-key.ts'
import {
  ApiKeyListSchema,
  CREATED_EXAMPLE,
  CreatedKeySchema,
  KEYS_EXAMPLE,
} from './api-key-wire.ts'

export const apiKeyCalls = describeCalls({
  listApiKeys: {
    group: 'Import and API',
    summary: 'The API keys, newest first',
    caller: 'operator',
    answer: answerOf('The list, without the keys themselves.', ApiKeyListSchema, KEYS_EXAMPLE),
  },
  createApiKey: {
    isWrite: true,
    group: 'Import and API',
    summary: 'Create an API key, which is answered once',
    caller: 'operator',
    body: bodyOf(
      NewApiKeySchema,
      {
        business:
          'Whose listings the key imports: the account with this address, made if there is none.',
        expiresInDays: 'Null for a key without an end.',
      },
      {
        name: 'Site of Sharma Estates',
        business: {
          email: 'office@sharma-estates.example',
          fullName: 'Sharma Estates',
          phoneNumber: '+91 98765 43210',
        },
        expiresInDays: 365,
      },
    ),
    answer: answerOf('The key.', CreatedKeySchema, CREATED_EXAMPLE),
    refusals: ['confirm-identity', 'too-many-keys'],
  },
  revokeApiKey: {
    isWrite: true,
    record: 'key',
    group: 'Import and API',
    summary: 'Revoke an API key, from its next call on',
    caller: 'operator',
    answer: answerOf('It is gone.', YesSchema, { success: true }),
    refusals: ['confirm-identity'],
  },
})
