// The parts of OpenAPI 3.1 that our document uses (spec.openapis.org/oas/v3.1.0).

export type JsonSchema = Readonly<Record<string, unknown>>

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; summary: string; description: string }
  servers: readonly { url: string; description: string }[]
  tags: readonly { name: string; description: string }[]
  paths: Record<string, PathItem>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, DescribedAnswer>
    securitySchemes: Record<string, Readonly<Record<string, string>>>
  }
}

/** Calls by method in lower case. */
export type PathItem = Record<string, DescribedCall>

export interface DescribedCall {
  operationId: string
  tags: readonly string[]
  summary: string
  description?: string
  /** Empty for calls without a token. */
  security: readonly Readonly<Record<string, readonly string[]>>[]
  parameters: readonly DescribedParameter[]
  requestBody?: { required: true; content: Content }
  /** Responses by status. */
  responses: Record<string, DescribedAnswer>
}

export interface DescribedParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: JsonSchema
}

export interface DescribedAnswer {
  description: string
  headers?: Record<string, DescribedHeader>
  content?: Content
}

export interface DescribedHeader {
  description: string
  /** Present for headers that are always sent. */
  required?: true
  schema: JsonSchema
}

export type Content = Record<string, { schema: JsonSchema; example?: unknown }>
