import { frontend, notice } from '@portico/core/server'
import { z } from 'zod'
import { basic } from '../credentials.ts'
import { defineHostType, hostName, refuseMixed, secretText } from './host-type.ts'

const credential = z
  .object({
    organizations: z.array(z.string().min(1)).min(1).exactOptional().describe('The organisations it is for; all others by default'),
    personalAccessToken: secretText().exactOptional(),
    clientId: notice(z.string().min(1).exactOptional(), () => 'has no effect yet: tokens of service principals are not requested'),
    clientSecret: secretText().exactOptional(),
    tenantId: z.string().min(1).exactOptional(),
    managedIdentityClientId: notice(
      z.string().min(1).exactOptional(),
      () => 'has no effect yet: tokens of managed identities are not requested',
    ),
  })
  .superRefine(
    refuseMixed({
      'a personal access token': ['personalAccessToken'],
      'a service principal': ['clientId', 'clientSecret', 'tenantId'],
      'a managed identity': ['managedIdentityClientId'],
    }),
  )

const credentials = z.array(credential).superRefine((entries, context) => {
  const names = entries.flatMap(({ organizations }) => organizations?.map(each => each.toLowerCase()) ?? ['*'])
  for (const name of new Set(names.filter((each, index) => names.indexOf(each) !== index))) {
    const message = name === '*' ? 'only one credential can be without organizations' : `the organisation '${name}' appears twice`
    context.addIssue({ code: 'custom', message })
  }
})

export const azure = defineHostType({
  title: 'Azure DevOps',
  settings: z.object({ host: frontend(hostName().default('dev.azure.com')), credentials: credentials.default([]) }),
  hostsOf: ({ host }) => [host],
  credentialsOf: ({ host, credentials: entries }) =>
    entries.flatMap(({ organizations: owners, personalAccessToken: token }) =>
      token === undefined ? [] : [{ host, owners, plain: basic('', token), git: basic('', token) }],
    ),
})
