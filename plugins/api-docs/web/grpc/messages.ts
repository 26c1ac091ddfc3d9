import { defineMessages } from '@portico/core/web'

export const grpcMessages = defineMessages('api-docs.grpc', {
  service: 'Service',
  methods: 'Methods',
  unary: 'One request, one response',
  clientStream: 'Stream of requests, one response',
  serverStream: 'One request, stream of responses',
  bothStream: 'Streams both ways',
  request: 'Request',
  response: 'Response',
  stream: 'stream',
  http: 'Over HTTP',
  httpBody: 'body: {body}',
  fields: 'Fields',
  fieldsOf: 'Fields of {name}',
  values: 'Values',
  extensions: 'Extensions',
  reserved: 'Reserved',
  reservedHint: 'Numbers and names that must not be used again.',
  options: 'Options',
  noFields: 'It has no fields.',
})
