import type { Hono } from 'hono'
import { generateSpecs } from 'hono-openapi'
import type { AppEnv } from '#server/platform/app-env.ts'
import type { CallGroup } from '#server/platform/http/calls/call-description.ts'
import { describeRefusal } from '#server/platform/http/calls/described-calls.ts'
import type { JsonSchema, OpenApiDocument } from './document-form.ts'

const GROUPS: Record<CallGroup, string> = {
  Accounts: 'Register, sign in, verify an e-mail address.',
  'Listings of owners': 'What end users post, from the draft to the review.',
  Messages: 'What owners are told about their listings, in the app and on their devices.',
  Events: "What a person arranges around a property; everyone's own.",
  Panel: "The operator's dashboard.",
  Properties: "The listings on the market, and the operator's decisions about them.",
  Users: 'The people who post them.',
  Loans: 'Loan applications.',
  Grievances: 'Complaints to the grievance officer, and their answers.',
  'Import and API':
    "What a business's own site sends, with an API key that the panel's owner creates.",
  Team: 'Who may use the panel, and in which role; for owners.',
  Server: 'The server itself.',
}

const DESCRIPTION = [
  'Everything is JSON. Amounts are rupees as numbers, times are ISO 8601 in UTC.',
  'Sign in for a token and send it as `Authorization: Bearer <token>`; the calls under /api/admin take those of staff. The answer depends on the role: fields that it may not see are absent, and calls that it may not make are a 403 `not-allowed`.',
  'A GET call also answers HEAD. Any other method is a 405 with `Allow`; an undescribed path is a 404.',
  'A refused request changes nothing except the counts of the limits. `error` is a sentence for people, `code` a word for programs.',
].join('\n\n')

/** Generates the OpenAPI 3.1 document of an app from the descriptions of its routes. */
export async function makeOpenApiDocument(app: Hono<AppEnv>): Promise<OpenApiDocument> {
  const document = await generateSpecs(app, {
    // Include /openapi.json and /docs.css: the dot in their paths makes them look like static files.
    excludeStaticFile: false,
    documentation: {
      info: {
        title: 'Property marketplace',
        version: '1',
        summary: "The API of the panel and of the end users' app.",
        description: DESCRIPTION,
      },
      servers: [{ url: '/', description: 'This server.' }],
      tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
      components: {
        schemas: { Error: ERROR_SCHEMA },
        responses: {
          NoSuchAddress: describeRefusal(['not-found']),
          NoSuchMethod: describeRefusal(['method-not-allowed']),
        },
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in.' },
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key.' },
        },
      },
    },
  })
  // The library's type allows omissions and references; describeCalls always writes inline values.
  return document as unknown as OpenApiDocument
}

/** The schema of all errors, except a 412 whose body has the current record. */
const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    error: { type: 'string', minLength: 1, description: 'A sentence for a person.' },
    code: { type: 'string', description: 'A word for a program.' },
    fields: {
      type: 'object',
      description: 'A sentence for each invalid field of the body.',
      additionalProperties: { type: 'string' },
    },
    challenge: {
      type: 'string',
      description: 'Only with `second-factor-required`: for `POST /auth/second-factor`.',
    },
    data: {
      oneOf: [
        {
          type: 'object',
          description: 'Only with `session-replaced`: the sign-in that ended the session.',
          properties: {
            replacedAt: { type: 'string', format: 'date-time' },
            device: { type: 'string', minLength: 1 },
          },
          required: ['replacedAt', 'device'],
          additionalProperties: false,
        },
        {
          type: 'object',
          description: 'Only with `claimed`: the claim of the other person.',
          properties: {
            personId: { type: 'string' },
            name: { type: 'string', minLength: 1 },
            since: { type: 'string', format: 'date-time' },
            until: { type: 'string', format: 'date-time' },
            fence: { type: 'string', pattern: '^\\d+$' },
          },
          required: ['personId', 'name', 'since', 'until', 'fence'],
          additionalProperties: false,
        },
      ],
    },
  },
  required: ['success', 'error', 'code'],
  additionalProperties: false,
}
