import { z } from 'zod'
import { secret, unused } from '../schema.ts'

/** A text or a list of texts; a text may hold several values, separated by commas or spaces. */
const words = z
  .union([z.string(), z.array(z.string())])
  .transform(written => (typeof written === 'string' ? written.split(/[\s,]+/) : written).filter(word => word !== ''))

const accessRestriction = z
  .object({
    plugin: z.string().min(1).describe('The plugin that may be called'),
    permission: words.optional().describe('The permissions that are granted there; all when absent'),
    permissionAttribute: z.object({ action: words.optional() }).optional().describe('The kinds of action that are granted there'),
  })
  .transform(({ plugin, permission, permissionAttribute }) => ({
    plugin,
    ...(permission && { permissions: permission }),
    ...(permissionAttribute?.action && { actions: permissionAttribute.action }),
  }))

const accessRestrictions = z
  .array(accessRestriction)
  .refine(list => new Set(list.map(item => item.plugin)).size === list.length, 'a plugin can be restricted only once')
  .optional()
  .describe('What the caller may do; everything when absent')

const noSpaces = /^\S+$/

const staticAccess = z.object({
  type: z.literal('static'),
  options: z.object({
    token: secret(z.string().min(8, 'a token needs at least 8 characters').regex(noSpaces, 'a token must not have spaces')).describe(
      'The token that the caller sends',
    ),
    subject: z.string().regex(noSpaces, 'expected a subject without spaces').describe('The name of the caller'),
  }),
  accessRestrictions,
})

const jwksAccess = z.object({
  type: z.literal('jwks'),
  options: z.object({
    url: z.url({ protocol: /^https?$/, error: 'expected the address of a key set' }).describe('Where the public keys are'),
    algorithm: words.optional().describe('The algorithms that are accepted'),
    issuer: words.optional().describe('The issuers that are accepted'),
    audience: words.optional().describe('The audiences that are accepted'),
    subjectPrefix: z.string().regex(noSpaces, 'expected a prefix without spaces').optional().describe('What subjects begin with'),
  }),
  accessRestrictions,
})

const legacyAccess = z.object({
  type: z.literal('legacy'),
  options: z.object({
    secret: secret(z.string().min(1, 'expected a shared secret')).describe('The shared secret, in base64'),
    subject: z.string().regex(noSpaces, 'expected a subject without spaces').describe('The name of the caller'),
  }),
  accessRestrictions,
})

/** One kind of caller from outside that the server accepts. */
export const ExternalAccess = z.discriminatedUnion('type', [staticAccess, jwksAccess, legacyAccess])

export type ExternalAccess = z.output<typeof ExternalAccess>

/** `backend.auth`: who may call the server besides signed-in users. */
export const BackendAuth = z.object({
  externalAccess: z.array(ExternalAccess).default([]).describe('Programs that may call the server'),
  dangerouslyDisableDefaultAuthPolicy: z.boolean().default(false).describe('Removes authentication from all routes. For experiments only'),
  keys: secret(unused()).describe('Old shared secrets, not used. See externalAccess with type legacy'),
  pluginKeyStore: unused(),
})
