import { AppError, cookieContract, defineContract, get, inputError, post } from '@portico/core/common'
import { z } from 'zod'
import { whichMeet } from '../host/conditions.ts'
import type { PermissionDeclarations, ResourceLoader } from '../host/permission-rule.ts'

const Condition: z.ZodType = z.lazy(() =>
  z.union([
    z.strictObject({ rule: z.string(), resourceType: z.string(), params: z.record(z.string(), z.unknown()).optional() }),
    z.strictObject({ anyOf: z.array(Condition).min(1) }),
    z.strictObject({ allOf: z.array(Condition).min(1) }),
    z.strictObject({ not: Condition }),
  ]),
)
const Keys = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })
const Refs = z.union([z.string(), z.array(z.string())])
const ApplyRequest = z.object({
  items: z.array(z.object({ id: z.string(), resourceRef: Refs, resourceType: z.string(), conditions: Condition })),
})
const Verdict = z.enum(['ALLOW', 'DENY'])

/** The routes that every plugin has, whatever it does. */
export function wellKnownContract(pluginId: string) {
  const routes = defineContract(pluginId, {
    getPublicKeys: get('/.backstage/auth/v1/jwks.json', { access: 'public', reply: Keys, summary: "The plugin's own public keys" }),
    getPermissionMetadata: get('/.well-known/backstage/permissions/metadata', {
      access: 'signed-in',
      reply: z.object({ permissions: z.array(z.unknown()), rules: z.array(z.unknown()) }),
    }),
    applyConditions: post('/.well-known/backstage/permissions/apply-conditions', {
      access: 'service',
      body: ApplyRequest,
      reply: z.object({ items: z.array(z.object({ id: z.string(), result: z.union([Verdict, z.array(Verdict)]) })) }),
    }),
    listScheduledTasks: get('/.backstage/scheduler/v1/tasks', {
      access: 'signed-in',
      guests: 'refused',
      reply: z.object({ tasks: z.array(z.unknown()) }),
    }),
    triggerScheduledTask: post('/.backstage/scheduler/v1/tasks/:id/trigger', { access: 'service', status: 200 }),
    cancelScheduledTask: post('/.backstage/scheduler/v1/tasks/:id/cancel', { access: 'service', status: 200 }),
    getOpenApi: get('/openapi.json', { access: 'signed-in', reply: z.unknown(), summary: 'This document' }),
  } as const)
  return { ...cookieContract(pluginId), ...routes }
}

/** What a plugin declared about permissions, as other programs read it. */
export function permissionMetadata(declarations: PermissionDeclarations | undefined) {
  return {
    permissions: [...(declarations?.permissions ?? [])],
    rules: (declarations?.rules ?? []).map(({ name, description, resourceType, paramsSchema }) => ({
      name,
      description,
      resourceType,
      ...(paramsSchema && { paramsSchema: z.toJSONSchema(paramsSchema, { unrepresentable: 'any' }) }),
    })),
  }
}

/** Applies conditions to a plugin's resources. */
export async function applyConditions(
  { items }: z.output<typeof ApplyRequest>,
  declarations: PermissionDeclarations | undefined,
  loaders: ReadonlyMap<string, ResourceLoader>,
) {
  const rules = declarations?.rules ?? []
  const types = new Set(
    [...rules, ...(declarations?.permissions ?? [])].flatMap(each => ('resourceType' in each ? [each.resourceType] : [])),
  )
  async function decide(item: (typeof items)[number]) {
    if (!types.has(item.resourceType)) throw inputError(`There are no resources of type '${item.resourceType}' here`)
    const load = loaders.get(item.resourceType)
    if (!load) throw new AppError('NotImplementedError', `Resources of type '${item.resourceType}' cannot be loaded here`)
    const met = await whichMeet(item.conditions as never, [item.resourceRef].flat(), load, rules)
    const results = met.map(each => (each ? ('ALLOW' as const) : ('DENY' as const)))
    return { id: item.id, result: Array.isArray(item.resourceRef) ? results : (results[0] ?? ('DENY' as const)) }
  }
  return { items: await Promise.all(items.map(decide)) }
}
