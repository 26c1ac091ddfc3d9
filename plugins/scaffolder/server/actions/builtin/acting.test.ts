import type { Principal } from '@portico/core/server'
import { expect, test } from 'vitest'
import { refuseRestricted } from './acting.ts'

test('a program whose access is limited, and nobody, get the rights of the portal through a template', () => {
  const limited: Principal = { type: 'service', subject: 'external:ci', restrictions: [{ plugin: 'scaffolder' }] }
  for (const caller of [limited, { type: 'none' } as const])
    expect(() => refuseRestricted(caller)).toThrow('A task of a program whose access is limited cannot call other plugins')
  for (const caller of [{ type: 'service', subject: 'external:ci' } as const, { type: 'user', userEntityRef: 'user:default/ann' } as const])
    expect(() => refuseRestricted(caller)).not.toThrow()
})
