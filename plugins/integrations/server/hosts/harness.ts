import { frontend } from '@portico/core/server'
import { z } from 'zod'
import { basic, bearer } from '../tokens/credentials.ts'
import { originOf } from './host-address.ts'
import { defineHostType, hostName, refuseMixed, secretText } from './host-type.ts'

export const harness = defineHostType({
  type: 'harness',
  title: 'Harness Code',
  settings: z
    .object({ host: frontend(hostName()), token: secretText().exactOptional(), apiKey: secretText().exactOptional() })
    .superRefine(refuseMixed({ 'a token': ['token'], 'an API key': ['apiKey'] })),
  hostOf: ({ host }) => host,
  hostsOf: ({ host }) => [host],
  apiBaseUrlOf: ({ host }) => `${originOf(host)}/gateway/code/api/v1`,
  credentialsOf({ host, token, apiKey }) {
    if (token !== undefined) return [{ host, plain: bearer(token), git: basic('git', token) }]
    return apiKey === undefined ? [] : [{ host, plain: { name: 'x-api-key', value: apiKey }, git: basic('git', apiKey) }]
  },
})
