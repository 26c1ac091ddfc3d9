import { secret } from '@portico/core/server'
import { z } from 'zod'
import { transformSettings } from '../sources/people.ts'
import { commonSettings } from './source-kind.ts'

const options = z
  .object({
    scope: z.enum(['base', 'one', 'sub']).default('one'),
    filter: z.string().min(1).exactOptional(),
    attributes: z.array(z.string()).exactOptional(),
    paged: z.union([z.boolean(), z.object({ pageSize: z.int().positive() })]).default(true),
  })
  .prefault({})

const userMap = z.object({
  rdn: z.string().default('uid'),
  name: z.string().default('uid'),
  displayName: z.string().default('cn'),
  email: z.string().default('mail'),
  picture: z.string().exactOptional(),
  description: z.string().exactOptional(),
  memberOf: z.string().default('memberOf'),
})

const groupMap = z.object({
  rdn: z.string().default('cn'),
  name: z.string().default('cn'),
  description: z.string().default('description'),
  type: z.string().default('groupType'),
  displayName: z.string().default('cn'),
  email: z.string().exactOptional(),
  picture: z.string().exactOptional(),
  memberOf: z.string().default('memberOf'),
  members: z.string().default('member'),
})

const set = z
  .record(z.string(), z.unknown())
  .exactOptional()
  .describe('Fields of the entity with fixed values, by path, where the directory gives none')
const list = <S extends z.ZodType>(schema: S) => z.union([z.array(schema), schema.transform(entry => [entry])])

const users = z.object({ dn: z.string().min(1), options, set, map: userMap.prefault({}) })
const groups = z.object({ dn: z.string().min(1), options, set, map: groupMap.prefault({}) })

export const ldapSettings = z.object({
  id: z.string().min(1).exactOptional(),
  target: z.string().regex(/^ldaps?:\/\//, 'expected an address of ldap: or ldaps:'),
  bind: z.object({ dn: z.string(), secret: secret(z.string()) }).exactOptional(),
  tls: z
    .object({
      rejectUnauthorized: z.boolean().exactOptional().describe('Whether the certificate of the directory is verified'),
      keys: z.string().exactOptional().describe('The file with the private key of the portal'),
      certs: z.string().exactOptional().describe('The file with the certificate of the portal'),
      ca: z.string().exactOptional().describe('The file with the authority that signed the certificate of the directory'),
    })
    .exactOptional()
    .describe('How the connection is encrypted; with an address of ldap: it is upgraded by StartTLS, or the directory is not read'),
  users: list(users).exactOptional(),
  groups: list(groups).exactOptional(),
  vendor: z.object({ dnAttributeName: z.string().exactOptional(), uuidAttributeName: z.string().exactOptional() }).exactOptional(),
  transform: transformSettings.exactOptional(),
  ...commonSettings,
})

export type LdapSettings = z.output<typeof ldapSettings>
