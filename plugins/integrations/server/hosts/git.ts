import { frontend } from '@portico/core/server'
import { z } from 'zod'
import { basic } from '../tokens/credentials.ts'
import { defineHostType, hostName, secretText } from './host-type.ts'

/** Any other host that repositories are fetched from over HTTP. */
export const git = defineHostType({
  type: 'git',
  title: 'git',
  settings: z.object({
    host: frontend(hostName()),
    username: z.string().min(1).default('git').describe('The user name; git by default, which hosts with tokens expect'),
    password: secretText().describe('A password or a token'),
  }),
  hostOf: ({ host }) => host,
  hostsOf: ({ host }) => [host],
  apiBaseUrlOf: () => undefined,
  credentialsOf({ host, username, password }) {
    const header = basic(username, password)
    return [{ host, plain: header, git: header }]
  },
})
