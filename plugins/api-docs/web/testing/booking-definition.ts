import type { AboutPart, DefinitionOutline, OperationPart, Part, SchemaPart } from '@portico/api-docs/common'

const about: AboutPart = {
  kind: 'about',
  id: 'about',
  description: 'Books **courier slots**.\n\n<script>window.hacked = true</script> [a trap](javascript:alert(1)) ![x](javascript:alert(2))',
  contact: { name: 'Slots crew', email: 'slots@larkpost.example' },
  licence: { name: 'MIT', url: 'https://example.com/licence' },
  servers: [
    {
      url: 'https://{region}.booking.larkpost.example/v4',
      description: 'Production',
      variables: [{ name: 'region', default: 'eu', enum: ['eu', 'us'] }],
    },
  ],
  security: [[{ scheme: 'token', scopes: [] }]],
  securitySchemes: [
    { name: 'token', type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    {
      name: 'sign-in',
      type: 'oauth2',
      flows: [{ flow: 'authorizationCode', tokenUrl: 'https://id.larkpost.example/token', scopes: [['bookings:write', 'Makes bookings']] }],
    },
  ],
  facts: [],
}

const createBooking: OperationPart = {
  kind: 'operation',
  id: 'operation POST /bookings',
  method: 'POST',
  path: '/bookings',
  summary: 'Book a slot',
  description: 'Holds a slot for ten minutes.',
  tags: ['bookings'],
  parameters: [
    {
      name: 'dryRun',
      in: 'query',
      description: 'Books nothing.',
      schema: { types: ['boolean'], default: false },
      examples: [],
    },
    {
      name: 'Idempotency-Key',
      in: 'header',
      isRequired: true,
      schema: { types: ['string'], constraints: [['minLength', 8]] },
      examples: [{ text: 'c0ffee42' }],
    },
  ],
  body: {
    isRequired: true,
    media: [
      {
        type: 'application/json',
        schema: { ref: 'schema Booking', refLabel: 'Booking' },
        examples: [{ isMade: true, text: '{\n  "slot": "2026-11-18T10:00Z"\n}' }],
      },
    ],
  },
  responses: [
    {
      status: '201',
      description: 'Booked',
      headers: [],
      media: [],
      links: [{ name: 'read', item: 'operation GET /bookings/{id}', target: 'getBooking' }],
    },
    { status: '409', description: 'The slot is gone', headers: [], media: [], links: [] },
  ],
  callbacks: [
    {
      name: 'onChange',
      expression: '{$request.body#/callbackUrl}',
      operation: {
        kind: 'operation',
        id: 'callback',
        method: 'POST',
        path: '{$request.body#/callbackUrl}',
        description: 'Told on every change.',
        tags: [],
        parameters: [],
        responses: [],
        callbacks: [],
      },
    },
  ],
  security: [[{ scheme: 'token', scopes: [] }], [{ scheme: 'gone', scopes: [], isMissing: true }], []],
}

const getBooking: OperationPart = {
  ...createBooking,
  id: 'operation GET /bookings/{id}',
  method: 'GET',
  path: '/bookings/{id}',
  summary: 'Read a booking',
  isDeprecated: true,
  parameters: [{ name: 'id', in: 'path', isRequired: true, schema: { types: ['string'], format: 'uuid' }, examples: [] }],
  responses: [],
  callbacks: [],
}
delete (getBooking as { body?: unknown }).body

const booking: SchemaPart = {
  kind: 'schema',
  id: 'schema Booking',
  name: 'Booking',
  schema: {
    types: ['object'],
    description: 'A held slot.',
    properties: [
      { name: 'slot', isRequired: true, schema: { types: ['string'], format: 'date-time' } },
      { name: 'size', schema: { types: ['string'], enum: ['letter', 'shoebox', 'fridge'] } },
      { name: 'parent', schema: { ref: 'schema Booking', refLabel: 'Booking' } },
      { name: 'parcel', schema: { ref: 'schema Parcel', refLabel: 'Parcel' } },
      { name: 'note', schema: { anyOf: [{ types: ['string'] }, { types: ['null'] }] } },
    ],
  },
  example: { isMade: true, text: '{}' },
  usedBy: [{ id: 'operation POST /bookings', label: 'POST /bookings' }],
  usedByTotal: 1,
}

const parcel: SchemaPart = {
  kind: 'schema',
  id: 'schema Parcel',
  name: 'Parcel',
  schema: {
    oneOf: [
      { ref: 'schema Letter', refLabel: 'Letter' },
      {
        title: 'Crate',
        types: ['object'],
        properties: [{ name: 'kilograms', schema: { types: ['number'], constraints: [['maximum', 400]] } }],
      },
    ],
    discriminator: { property: 'kind', mapping: { letter: '#/components/schemas/Letter' } },
  },
  usedBy: [],
  usedByTotal: 0,
}

const letter: SchemaPart = {
  kind: 'schema',
  id: 'schema Letter',
  name: 'Letter',
  schema: {
    allOf: [
      { ref: 'schema Stamped', refLabel: 'Stamped' },
      { types: ['object'], properties: [{ name: 'pages', schema: { types: ['integer'] } }] },
    ],
  },
  usedBy: [],
  usedByTotal: 0,
}

const stamped: SchemaPart = {
  kind: 'schema',
  id: 'schema Stamped',
  name: 'Stamped',
  schema: { types: ['object'], properties: [{ name: 'stamp', schema: { types: ['string'], isReadOnly: true } }] },
  usedBy: [],
  usedByTotal: 0,
}

/** Parts of a small API, by id. */
export const bookingParts: Readonly<Record<string, Part>> = Object.fromEntries(
  [about, createBooking, getBooking, booking, parcel, letter, stamped].map(part => [part.id, part]),
)

/** The outline of that API. */
export const bookingOutline: DefinitionOutline = {
  id: 'v1',
  type: 'openapi',
  bytes: 4200,
  format: 'openapi',
  formatVersion: '3.1.0',
  title: 'Booking API',
  version: '4.2.0',
  groups: [
    { id: 'bookings', title: 'Bookings' },
    { id: 'schemas', title: 'Schemas' },
  ],
  items: [
    {
      id: 'operation POST /bookings',
      kind: 'operation',
      method: 'POST',
      label: 'POST /bookings',
      summary: 'Book a slot',
      groups: ['bookings'],
      words: 'createBooking',
    },
    {
      id: 'operation GET /bookings/{id}',
      kind: 'operation',
      method: 'GET',
      label: 'GET /bookings/{id}',
      summary: 'Read a booking',
      groups: ['bookings'],
      isDeprecated: true,
    },
    { id: 'schema Booking', kind: 'schema', label: 'Booking', groups: ['schemas'] },
    { id: 'schema Parcel', kind: 'schema', label: 'Parcel', groups: ['schemas'] },
  ],
  counts: {
    items: { operation: 2, schema: 2 },
    deprecated: 1,
    errors: 1,
    warnings: 0,
    hints: 1,
    rules: { 'security-undefined': 1, 'no-description': 1 },
  },
}
