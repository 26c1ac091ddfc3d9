import type { Role } from './role.ts'

const ownedEntities = {
  resourceType: 'catalog-entity',
  effect: 'allow',
  builtIn: true,
  conditions: { rule: 'IS_ENTITY_OWNER', params: { claims: '$owned' } },
} as const

/** The roles that are used unless the config changes them. */
export const defaultRoles: readonly Role[] = [
  {
    name: 'viewer',
    description: 'May see everything',
    members: ['everyone'],
    permissions: [{ permission: '*', action: ['read'], effect: 'allow', builtIn: true }],
  },
  {
    name: 'owner',
    description: 'May change, refresh and remove what they own',
    members: ['signed-in'],
    permissions: [{ permission: '*', action: ['update', 'delete'], ...ownedEntities }],
  },
  { name: 'admin', description: 'May do everything', members: [], permissions: [{ permission: '*', effect: 'allow', builtIn: true }] },
]

/** The user of the guest sign-in of a new portal. */
export const defaultGuests: readonly string[] = ['user:development/guest']
