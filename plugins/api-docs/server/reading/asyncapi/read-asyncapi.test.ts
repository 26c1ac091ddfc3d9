import { readFileSync } from 'node:fs'
import type { AboutPart, ChannelPart, MessagePart, MessagingPart, Reading, SchemaPart } from '@portico/api-docs/common'
import { describe, expect, test } from 'vitest'
import { readDefinition } from '../read-definition.ts'
import { readAsyncapi } from './read-asyncapi.ts'

const corpus = '../shared/apis'
/** With the numbers of operations and channels that the index of the corpus says. */
const files: [file: string, version: string, operations: number, channels: number][] = [
  ['asyncapi-2/slack-rtm.yml', '2.6.0', 2, 1],
  ['asyncapi-2/streetlights-kafka.yml', '2.6.0', 4, 4],
  ['asyncapi-2/social-media/backend/asyncapi.yaml', '2.6.0', 4, 4],
  ['asyncapi-2/avr-mqtt.yml', '2.6.0', 70, 70],
  ['asyncapi-2/defra-payment-processing.yaml', '2.6.0', 8, 8],
  ['asyncapi-2/correlation-id.yml', '2.6.0', 2, 2],
  ['asyncapi-3/scalar-galaxy.yaml', '3.0.0', 5, 7],
  ['asyncapi-3/adeo-kafka-request-reply.yml', '3.0.0', 2, 2],
  ['asyncapi-3/kraken-websocket.yml', '3.0.0', 5, 7],
  ['asyncapi-3/streetlights-mqtt.yml', '3.0.0', 4, 4],
  ['asyncapi-3/operation-security-3.1.yml', '3.1.0', 1, 1],
  ['asyncapi-3/hdi.yaml', '3.0.0', 2, 2],
  ['pairs/avr-mqtt/old.yml', '2.5.0', 54, 54],
  ['pairs/avr-mqtt/new.yml', '2.6.0', 70, 70],
]
const read = (text: string) => readAsyncapi({ text, type: 'asyncapi' })
const fromFile = (file: string) => read(readFileSync(`${corpus}/${file}`, 'utf8'))
const operationOf = ({ parts }: Reading, name: string) => parts[`operation ${name}`] as MessagingPart
const messageOf = ({ parts }: Reading, name: string) => parts[`message ${name}`] as MessagePart
const channelOf = ({ parts }: Reading, name: string) => parts[`channel ${name}`] as ChannelPart
const problemsOf = ({ problems }: Reading, rule: string) => problems.filter(problem => problem.rule === rule)

describe('AsyncAPI of others', () => {
  test.each(files)('%s is read whole; what is wrong is in the file', async (file, version, operations, channels) => {
    const text = readFileSync(`${corpus}/${file}`, 'utf8')
    const reading = await readDefinition({ text, type: 'asyncapi' })
    expect(reading.outline).toMatchObject({
      format: 'asyncapi',
      formatVersion: version,
      counts: { items: { operation: operations, channel: channels } },
    })
    const named = /^ {2}messages:\n((?: {3,}.*\n|\s*\n)*)/m.exec(text)?.[1]?.match(/^ {4}\S[^:]*:/gm) ?? []
    expect(reading.outline.counts.items.message ?? 0).toBeGreaterThanOrEqual(named.length)
    const others = reading.problems.filter(
      ({ severity, message }) => severity !== 'hint' && !/^The reference (?:https:|\.\.\/)/.test(message),
    )
    expect(others).toEqual([])
    expect(reading.outline.items.filter(({ id }) => !(id in reading.parts))).toEqual([])
  })

  test('references between parts lead to parts', () => {
    for (const [file] of files) {
      const { parts } = fromFile(file)
      const linked = [...JSON.stringify(parts).matchAll(/"(?:ref|id)":"((?:operation|channel|message|schema) (?:[^"\\]|\\.)*)"/g)].map(
        ([, id]) => JSON.parse(`"${id}"`) as string,
      )
      expect(linked.filter(id => !(id in parts))).toEqual([])
    }
  })

  test('publish of AsyncAPI 2 means that the application receives', () => {
    const reading = fromFile('asyncapi-2/streetlights-kafka.yml')
    expect(operationOf(reading, 'receiveLightMeasurement')).toMatchObject({
      action: 'receive',
      channel: { label: 'smartylighting.streetlights.1.0.event.{streetlightId}.lighting.measured' },
      messages: [{ id: 'message lightMeasured', label: 'lightMeasured' }],
      bindings: { kafka: { clientId: { type: 'string', enum: ['my-app-id'] } } },
    })
    expect(operationOf(reading, 'turnOn').action).toBe('send')
    expect((reading.parts.about as AboutPart).facts.map(([name]) => name)).toContain('Publish and subscribe')
    expect(reading.outline.items[0]).toMatchObject({ method: 'RECEIVE', label: 'receiveLightMeasurement', groups: ['operations'] })
  })

  test('traits add headers to messages', () => {
    const message = messageOf(fromFile('asyncapi-2/streetlights-kafka.yml'), 'lightMeasured')
    expect(message).toMatchObject({
      contentType: 'application/json',
      payload: { ref: 'schema lightMeasuredPayload' },
      headers: { properties: [{ name: 'my-app-header', schema: { types: ['integer'] } }] },
      channels: [{ label: 'smartylighting.streetlights.1.0.event.{streetlightId}.lighting.measured' }],
      examples: [{ payload: { isMade: true } }],
    })
  })

  test('a choice of messages is all of them', () => {
    const reading = fromFile('asyncapi-2/slack-rtm.yml')
    expect(operationOf(reading, 'subscribe /').messages.length).toBe(46)
    expect(channelOf(reading, '/').messages.length).toBe(47)
  })

  test('a request has its reply', () => {
    expect(operationOf(fromFile('asyncapi-3/adeo-kafka-request-reply.yml'), 'requestCosting')).toMatchObject({
      action: 'receive',
      messages: [{ label: 'CostingRequestV1' }],
      reply: {
        channel: { id: 'channel costingResponse' },
        address: '$message.header#/REPLY_TOPIC',
        messages: [{ label: 'CostingResponse' }],
      },
    })
  })

  test('security of operations may be written where it is used', () => {
    const reading = fromFile('asyncapi-3/operation-security-3.1.yml')
    expect(operationOf(reading, 'sendAuthRevoke').security).toEqual([[{ scheme: 'oauth2', scopes: ['subscribe:auth_revocations'] }]])
    expect((reading.parts.about as AboutPart).securitySchemes).toMatchObject([
      { name: 'petstore_auth' },
      { name: 'oauth2', flows: [{ flow: 'clientCredentials', scopes: [['subscribe:auth_revocations', expect.any(String)]] }] },
    ])
  })

  test('servers have addresses, variables and the security that they need', () => {
    const { servers } = fromFile('asyncapi-3/scalar-galaxy.yaml').parts.about as AboutPart
    expect(servers).toMatchObject([
      { url: 'wss://galaxy.scalar.com/ws/{version}', protocol: 'wss 13', variables: [{ name: 'version', enum: ['v1', 'v2'] }] },
      { url: 'ws://{host}:{port}/ws/{version}', name: 'development', security: [] },
    ])
    expect(servers[0]?.security).toHaveLength(8)
  })
})

describe('payloads', () => {
  const avro = `asyncapi: 3.0.0
info: { title: Bookings, version: 1.0.0 }
channels:
  bookings:
    address: bookings.{region}
    parameters: { region: { enum: [eu, us], default: eu } }
    messages:
      BookingCancelled:
        payload:
          schemaFormat: application/vnd.apache.avro;version=1.9.0
          schema:
            type: record
            name: Booking
            namespace: port
            doc: A booking.
            fields:
              - { name: id, type: { type: string, logicalType: uuid }, doc: Which one. }
              - { name: state, type: { type: enum, name: State, symbols: [OPEN, GONE] }, default: OPEN }
              - { name: next, type: ['null', Booking], default: null }
              - { name: was, type: ['null', port.State], default: null }
              - { name: note, type: ['null', string], default: null }
              - { name: tags, type: { type: map, values: long } }
              - { name: away, type: other.Thing }
      Raw:
        payload: { schemaFormat: 'application/vnd.google.protobuf;version=3', schema: 'message A {}' }
operations:
  cancel: { action: send, channel: { $ref: '#/channels/bookings' } }
`
  const reading = read(avro)

  test('Avro is read into schemas; its named types are parts', () => {
    expect(messageOf(reading, 'BookingCancelled').payload).toEqual({ ref: 'schema Booking', refLabel: 'Booking' })
    expect((reading.parts['schema Booking'] as SchemaPart).schema).toEqual({
      types: ['object'],
      description: 'A booking.',
      properties: [
        { name: 'id', isRequired: true, schema: { types: ['string'], format: 'uuid', description: 'Which one.' } },
        { name: 'state', schema: { ref: 'schema State', refLabel: 'State', default: 'OPEN' } },
        { name: 'next', schema: { oneOf: [{ types: ['null'] }, { ref: 'schema Booking', refLabel: 'Booking' }], default: null } },
        { name: 'was', schema: { oneOf: [{ types: ['null'] }, { ref: 'schema State', refLabel: 'State' }], default: null } },
        { name: 'note', schema: { types: ['string', 'null'], default: null } },
        { name: 'tags', isRequired: true, schema: { types: ['object'], additionalProperties: { types: ['integer'], format: 'int64' } } },
        { name: 'away', isRequired: true, schema: { refLabel: 'other.Thing', isRefMissing: true } },
      ],
    })
    expect(reading.parts['schema State']).toMatchObject({ schema: { enum: ['OPEN', 'GONE'] }, usedByTotal: 1 })
  })

  test('other languages are text', () => {
    expect(messageOf(reading, 'Raw').payloadText).toEqual({ format: 'application/vnd.google.protobuf;version=3', text: 'message A {}' })
  })

  test('parameters of AsyncAPI 3 are texts', () => {
    expect(channelOf(reading, 'bookings').parameters).toEqual([
      { name: 'region', schema: { types: ['string'], enum: ['eu', 'us'], default: 'eu' } },
    ])
  })

  test('an operation without messages has those of its channel', () => {
    expect(operationOf(reading, 'cancel').messages.map(({ id }) => id)).toEqual(['message BookingCancelled', 'message Raw'])
  })
})

describe('bad AsyncAPI', () => {
  const head = 'asyncapi: 3.0.0\ninfo: { title: T, version: 1.0.0 }\n'

  test('broken YAML and versions that are not read say so, with the line', () => {
    expect(read('asyncapi: 3.0.0\ninfo: "x\n').problems).toMatchObject([{ severity: 'error', rule: 'syntax' }])
    expect(read('asyncapi: 1.2.0\n')).toMatchObject({
      outline: { failure: 'Line 1: AsyncAPI 1.2.0 is not read. Versions 2 and 3 are' },
      problems: [{ line: 1 }],
    })
    expect(read('info: {}\n').outline.failure).toContain('asyncapi')
    expect(read('- 1\n').outline.failure).toBeDefined()
  })

  test('a reference that leads to nothing is named with its line; the rest is shown', () => {
    const reading = read(
      `${head}channels:\n  a:\n    messages:\n      M:\n        $ref: '#/components/messages/Gone'\noperations:\n  o:\n    action: send\n    channel:\n      $ref: '#/channels/b'\n`,
    )
    expect(problemsOf(reading, 'reference-missing')).toMatchObject([
      { severity: 'error', line: 7 },
      { severity: 'error', line: 12, item: 'operation o' },
    ])
    expect(messageOf(reading, 'Gone').payloadText).toEqual({ format: 'reference', text: '$ref: #/components/messages/Gone' })
    expect(operationOf(reading, 'o').channel).toBeUndefined()
  })

  test('cycles end', () => {
    const reading = read(
      `${head}components:\n  messages:\n    A: { $ref: '#/components/messages/B' }\n    B: { $ref: '#/components/messages/A' }\n    C: { payload: { $ref: '#/components/schemas/S' } }\n  schemas:\n    S: { properties: { s: { $ref: '#/components/schemas/S' } } }\n`,
    )
    expect(problemsOf(reading, 'reference-missing').length).toBeGreaterThan(0)
    expect(messageOf(reading, 'C').payload).toMatchObject({ ref: 'schema S' })
  })

  test('what is in the wrong place is left aside', () => {
    const text = `${head}servers: [1]\nchannels: { a: null, b: 3, __proto__: {}, constructor: { messages: [1], parameters: x } }\noperations: { o: { action: fly, messages: { a: 1 }, traits: 7, reply: 3, security: [1, { $ref: 5 }] } }\ncomponents: { messages: { m: 3, n: { examples: [1, {}], traits: [1], bindings: 3 } }, schemas: [1] }\n`
    const reading = read(text)
    expect(problemsOf(reading, 'invalid')).toMatchObject([{ item: 'operation o' }, { item: 'operation o' }])
    expect(reading.outline.items.map(({ id }) => id)).toEqual(['operation o', 'channel constructor', 'message n'])
  })

  test('deep nesting is cut', () => {
    const deep = `{"asyncapi":"3.0.0","info":{"title":"T"},"components":{"messages":{"M":{"payload":${'{"items":'.repeat(5000)}{}${'}'.repeat(5000)}}}}}`
    expect(messageOf(read(deep), 'M').payload).toBeDefined()
    const avro = `${'['.repeat(900)}"int"${']'.repeat(900)}`
    expect(
      read(`${head}components:\n  messages:\n    M:\n      payload: { schemaFormat: application/vnd.apache.avro, schema: ${avro} }`).outline
        .items,
    ).toHaveLength(1)
  })
})
