import { readFileSync } from 'node:fs'
import type { GrpcMethodPart, GrpcServicePart, GrpcTypePart, Reading } from '@portico/api-docs/common'
import { describe, expect, test } from 'vitest'
import { readDefinition } from '../read-definition.ts'
import { readGrpc } from './read-grpc.ts'

const corpus = '../shared/apis'
const files = [
  'proto/google-pubsub/google/pubsub/v1/pubsub.proto',
  'proto/google-longrunning/google/longrunning/operations.proto',
  'proto/etcd/api/etcdserverpb/rpc.proto',
  'proto/online-boutique.proto',
  'proto/grpc-channelz.proto',
  'proto/envoy-ads/envoy/service/discovery/v3/ads.proto',
  'proto/envoy-ads/envoy/config/core/v3/base.proto',
  'proto/grpc-gateway-everything.proto',
  'proto/descriptor.proto',
  'pairs/etcd-rpc/old.proto',
  'pairs/etcd-rpc/new.proto',
]
const read = (text: string) => readGrpc({ text, type: 'grpc' })
const typeOf = (reading: Reading, name: string) => reading.parts[`type ${name}`] as GrpcTypePart
const problemsOf = ({ problems }: Reading, rule: string) => problems.filter(problem => problem.rule === rule)

/** Counts words at the start of lines, outside of comments and options. */
function countWords(text: string, word: RegExp): number {
  const code = text.replace(/\/\*[^]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"/g, '')
  return code.match(word)?.length ?? 0
}

test.each(files)('%s is read whole and without an error', async file => {
  const text = readFileSync(`${corpus}/${file}`, 'utf8')
  const reading = await readDefinition({ text, type: 'grpc' })
  expect(reading.outline).toMatchObject({ format: 'grpc', counts: { errors: 0 } })
  expect(reading.outline.failure).toBeUndefined()
  const { items } = reading.outline
  const count = (method: string) => items.filter(item => item.method === method).length
  expect(count('SERVICE')).toBe(countWords(text, /^\s*service\s+\w+\s*\{/gm))
  expect(count('RPC') + count('STREAM')).toBe(countWords(text, /^\s*rpc\s+\w+\s*\(/gm))
  expect(count('MESSAGE')).toBe(countWords(text, /^\s*message\s+\w+\s*\{/gm))
  expect(count('ENUM')).toBe(countWords(text, /^\s*enum\s+\w+\s*\{/gm))
  expect(items.filter(({ id }) => !(id in reading.parts))).toEqual([])
  expect(reading.problems.filter(({ line }) => line === undefined)).toEqual([])
})

const proto = `edition = "2023";
package locker.v1;
import "c/d.proto";
import "google/protobuf/any.proto";
// A locker.
message Locker {
  option deprecated = true;
  reserved 4 to 9, 12;
  reserved old;
  extensions 100 to 199;
  string name = 1 [deprecated = true, (v.rules).string = { min_len: 1 max_len: 3 }]; // Its name.
  map<string, c.D> doors = 2;
  oneof where { string street = 3; google.protobuf.Any place = 20; }
  enum State { OPEN = 0; CLOSED = 1 [deprecated = true]; }
  repeated State states = 21;
}
extend Locker { int32 more = 101; }
extend google.protobuf.MethodOptions { string role = 50001; }
// Opens and closes.
service LockerControl {
  // Opens one.
  rpc Open(Locker) returns (stream .locker.v1.Locker) {
    option (google.api.http) = { get: "/v1/{name=*}" additional_bindings { post: "/v2" } additional_bindings { put: "/v3" } };
  }
}
`

describe('a proto file', () => {
  const reading = read(proto)

  test('has a group for each service, then messages and enums', () => {
    expect(reading.outline).toMatchObject({ formatVersion: '2023', title: 'locker.v1' })
    expect(reading.outline.groups.map(({ title }) => title)).toEqual(['LockerControl', 'Messages', 'Enums'])
    expect(reading.outline.items.map(({ id, label, method }) => [id, label, method])).toEqual([
      ['service locker.v1.LockerControl', 'LockerControl', 'SERVICE'],
      ['method locker.v1.LockerControl.Open', 'LockerControl.Open', 'STREAM'],
      ['type locker.v1.Locker', 'Locker', 'MESSAGE'],
      ['type google.protobuf.MethodOptions', 'google.protobuf.MethodOptions', 'EXTEND'],
      ['type locker.v1.Locker.State', 'Locker.State', 'ENUM'],
    ])
  })

  test('has services and methods with their comments, streams and options', () => {
    expect(reading.parts['service locker.v1.LockerControl'] as GrpcServicePart).toMatchObject({
      description: 'Opens and closes.',
      methods: [{ id: 'method locker.v1.LockerControl.Open', label: 'Open' }],
    })
    expect(reading.parts['method locker.v1.LockerControl.Open'] as GrpcMethodPart).toEqual({
      kind: 'grpc-method',
      id: 'method locker.v1.LockerControl.Open',
      name: 'Open',
      description: 'Opens one.',
      service: { id: 'service locker.v1.LockerControl', label: 'LockerControl' },
      request: { text: 'Locker', ref: 'type locker.v1.Locker' },
      response: { text: 'locker.v1.Locker', ref: 'type locker.v1.Locker' },
      isResponseStream: true,
      options: { '(google.api.http)': { get: '/v1/{name=*}', additional_bindings: [{ post: '/v2' }, { put: '/v3' }] } },
    })
  })

  test('has messages with maps, oneofs, reserved numbers, options and extensions', () => {
    expect(typeOf(reading, 'locker.v1.Locker')).toMatchObject({
      isDeprecated: true,
      description: 'A locker.',
      reserved: ['4 to 9', '12', 'old'],
      options: { 'extension ranges': '100 to 199' },
      extensions: [{ name: 'more', number: 101, type: { text: 'int32' } }],
      usedBy: [{ id: 'method locker.v1.LockerControl.Open', label: 'LockerControl.Open' }],
      usedByTotal: 1,
    })
    expect(typeOf(reading, 'locker.v1.Locker').fields).toEqual([
      {
        name: 'name',
        number: 1,
        type: { text: 'string' },
        description: 'Its name.',
        isDeprecated: true,
        options: { '(v.rules)': { string: { min_len: 1, max_len: 3 } } },
      },
      { name: 'doors', number: 2, type: { text: 'map<string, c.D>' } },
      { name: 'street', number: 3, type: { text: 'string' }, oneof: 'where' },
      { name: 'place', number: 20, type: { text: 'google.protobuf.Any' }, oneof: 'where' },
      { name: 'states', number: 21, type: { text: 'State', ref: 'type locker.v1.Locker.State' }, label: 'repeated' },
    ])
    expect(typeOf(reading, 'locker.v1.Locker.State').values).toEqual([
      { name: 'OPEN', number: 0 },
      { name: 'CLOSED', number: 1, isDeprecated: true },
    ])
    expect(typeOf(reading, 'google.protobuf.MethodOptions').extensions).toMatchObject([{ name: 'role' }])
  })

  test('names imports that are not there and types that may be in them, with lines', () => {
    expect(problemsOf(reading, 'import-missing')).toMatchObject([
      { severity: 'warning', line: 3, message: 'The import c/d.proto is not part of this definition. Types that may be in it: c.D' },
    ])
    expect(problemsOf(reading, 'reference-missing')).toMatchObject([{ severity: 'warning', line: 12, item: 'type locker.v1.Locker' }])
  })

  test('says which fields are optional, as it is written', () => {
    const three = read('syntax = "proto3"; message A { optional int32 a = 1; int32 b = 2; }')
    expect(typeOf(three, 'A').fields).toEqual([
      { name: 'a', number: 1, type: { text: 'int32' }, label: 'optional' },
      { name: 'b', number: 2, type: { text: 'int32' } },
    ])
    const two = read('message A { required int32 a = 1 [default = 5]; repeated group G = 3 { optional string x = 1; } }')
    expect(typeOf(two, 'A').fields).toMatchObject([
      { label: 'required', options: { default: 5 } },
      { label: 'repeated', type: { text: 'G', ref: 'type A.G' } },
    ])
    expect(typeOf(two, 'A.G').fields).toMatchObject([{ name: 'x', label: 'optional' }])
  })
})

test('editions are read like the older syntax', () => {
  const reading = read(
    'edition = "2024";\nimport option "o.proto";\nexport message A { local enum K { X = 0; } K k = 1 [features.field_presence = EXPLICIT]; }',
  )
  expect(reading.outline).toMatchObject({ formatVersion: '2024', items: [{ label: 'A' }, { label: 'A.K' }] })
  expect(reading.problems.map(({ rule }) => rule)).not.toContain('syntax')
})

test('several files one after the other are read as one definition, with lines of the whole text', () => {
  const first = 'syntax = "proto3";\npackage a;\nimport "b.proto";\nmessage A { b.B b = 1; }\n'
  const second = '// Licence\nsyntax = "proto2";\npackage b;\nmessage B { optional int32 x = 1; }\nmessage C { ! }\n'
  const reading = read(`${first}${second}package c;\nservice S { rpc Do(a.A) returns (b.B); }`)
  expect(reading.outline.items.map(({ label }) => label)).toEqual(['S', 'S.Do', 'A', 'B'])
  expect(typeOf(reading, 'a.A').fields).toMatchObject([{ type: { text: 'b.B', ref: 'type b.B' } }])
  expect(problemsOf(reading, 'syntax')).toMatchObject([{ severity: 'error', line: 9 }])
})

describe('bad proto', () => {
  test('a broken definition is left out and named with its line; the rest is shown', () => {
    const reading = read(
      'syntax = "proto3";\npackage p;\nmessage A {\n  string a = ;\n}\nmessage B { A a = 1; }\nmessage B { A b = 1; }\nenum E { X = 0; }',
    )
    expect(reading.outline.items.map(({ label }) => label)).toEqual(['B', 'E'])
    expect(problemsOf(reading, 'syntax')).toMatchObject([
      { message: "Illegal id ';'", line: 4 },
      { message: expect.stringContaining('Duplicate'), line: 7 },
    ])
    expect(problemsOf(reading, 'reference-missing')).toMatchObject([{ severity: 'warning', line: 6 }])
  })

  test('what cannot be read at all says why', () => {
    expect(read('what is this').outline.failure).toBeDefined()
    expect(problemsOf(read('what is this'), 'syntax')).toMatchObject([{ line: 1 }])
    expect(problemsOf(read('syntax = "proto3";\nmessage A { Nowhere a = 1; }'), 'reference-missing')).toMatchObject([
      { severity: 'error', line: 2 },
    ])
  })

  test('nesting ends in an error that says where', () => {
    const reading = read(`syntax = "proto3";\n${'message A {'.repeat(100_000)}`)
    expect(reading.problems).toMatchObject([{ severity: 'error', rule: 'too-deep', line: 2 }])
    expect(read(`option a =\n${'{a:'.repeat(100_000)}`).problems).toMatchObject([{ severity: 'error', line: 2 }])
  })

  test('names of JavaScript are names like others', () => {
    const reading = read(
      'syntax = "proto3"; message constructor { toString hasOwnProperty = 1; string __proto__ = 2; } message __proto__ {}',
    )
    expect(reading.parts['type constructor']).toMatchObject({ fields: [{ name: 'hasOwnProperty' }] })
  })
})
