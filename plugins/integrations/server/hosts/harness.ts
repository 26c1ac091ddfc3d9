import { frontend } from '@portico/core/server'
import { z } from 'zod'
import { basic, bearer } from '../credentials.ts'
import { defineHostType, hostName, refuseMixed, secretText } from './host-type.ts'

export const harness = defineHostType({
  title: 'Harness Code',
  settings: z
    .object({ host: frontend(hostName()), token: secretText().exactOptional(), apiKey: secretText().exactOptional() })
    .superRefine(refuseMixed({ 'a token': ['token'], 'an API key': ['apiKey'] })),
  hostsOf: ({ host }) => [host],
  credentialsOf({ host, token, apiKey }) {
    if (token !== undefined) return [{ host, plain: bearer(token), git: basic('git', token) }]
    return apiKey === undefined ? [] : [{ host, plain: { name: 'x-api-key', value: apiKey }, git: basic('git', apiKey) }]
  },
})
