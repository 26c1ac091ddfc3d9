import { actPermission } from '@portico/connectors/common'
import { compileJsonSchema } from '@portico/core/common'
import type { Audit, Permissions, Principal } from '@portico/core/server'
import type { Catalog } from '@portico/catalog/server'
import type { Connectors } from '../connectors.ts'
import { actionNotFound, answerFailed, connectorNotFound, inputInvalid } from '../errors.ts'
import type { Expressions } from '../expressions/expressions.ts'
import { isTruthy } from '../expressions/truth.ts'
import type { VisibleEntities } from '../facts/visible-entities.ts'
import type { Sender } from '../requests/sender.ts'
import type { WorkStore } from '../schedule/work-store.ts'
import type { EntityViews } from '../views/entity-views.ts'

interface Dependencies {
  readonly connectors: Connectors
  readonly visible: VisibleEntities
  readonly permissions: Pick<Permissions, 'require'>
  readonly expressions: Pick<Expressions, 'build' | 'evaluate'>
  readonly views: Pick<EntityViews, 'scope'>
  readonly sender: Sender
  readonly work: Pick<WorkStore, 'ofEntities' | 'hurry'>
  readonly catalog: Pick<Catalog, 'getEntity'>
  readonly audit: Audit
  readonly wake: () => void
}

export interface ActionCall {
  readonly connector: string
  readonly action: string
  readonly entityRef: string
  readonly input: Readonly<Record<string, unknown>>
  readonly requestId: string
}

/** Actions of connectors: for those who may, with what the form allows, and recorded whether they work or not. */
export function createActing({ connectors, visible, permissions, expressions, views, sender, work, catalog, audit, wake }: Dependencies) {
  async function emailOf(caller: Principal): Promise<string | undefined> {
    if (caller.type !== 'user') return undefined
    const profile = (await catalog.getEntity(caller.userEntityRef))?.spec?.['profile'] as { email?: unknown } | undefined
    return typeof profile?.email === 'string' ? profile.email : undefined
  }

  return {
    async run(
      caller: Principal,
      { connector: name, action: actionName, entityRef, input: given, requestId }: ActionCall,
    ): Promise<{ message: string }> {
      const { ref, entity } = await visible.find(caller, entityRef)
      const connector = connectors.find(name)
      if (!connector) throw connectorNotFound(name)
      const rows = (await work.ofEntities([ref])).filter(row => row.connector === name)
      const action = connector.document.spec.actions.find(each => each.name === actionName)
      const target = connector.targets.get(rows[0]?.target ?? '')
      if (!action || rows.length === 0) throw actionNotFound(actionName)
      await permissions.require(caller, actPermission, ref)
      if (!target) throw answerFailed(`The target '${rows[0]?.target}' is not in the config`)
      const input = checkInput(action.form, given)
      const email = await emailOf(caller)
      const user = {
        ref: caller.type === 'user' ? caller.userEntityRef : caller.type === 'service' ? caller.subject : 'anonymous',
        ...(email !== undefined && { email }),
      }
      const scope = { ...(await views.scope(connector, ref, entity, target.name)), input, user }
      if (action.when !== undefined && !isTruthy((await expressions.evaluate(name, action.when, [scope]))[0]))
        throw actionNotFound(actionName)
      const event = {
        caller,
        action: 'connectors.action',
        subject: ref,
        requestId,
        details: { connector: name, action: actionName, target: target.name, input: JSON.stringify(input).slice(0, 2000) },
      }
      try {
        const { method, ...parts } = action.request
        const built = await expressions.build(name, { parts, when: undefined, scope })
        if ('leftOut' in built) throw answerFailed(`Nothing was sent: ${built.leftOut}`)
        await sender.send(target, { name: actionName, method, ...built.request, none: [], entities: 1 })
      } catch (error) {
        await audit.record({ ...event, result: 'failure' })
        throw error
      }
      await audit.record({ ...event, result: 'success' })
      if (action.refresh.length > 0) {
        await work.hurry({ connector: name, entityRefs: [ref], requests: action.refresh })
        wake()
      }
      return { message: `${action.title}: done` }
    },
  }
}

export type Acting = ReturnType<typeof createActing>

/** What the form allows, with its defaults; nothing else reaches the tool. */
function checkInput(
  form: Readonly<Record<string, unknown>> | undefined,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const properties = (form?.['properties'] ?? {}) as Record<string, { default?: unknown }>
  const unknown = Object.keys(given).filter(key => !Object.hasOwn(properties, key))
  if (unknown.length > 0) throw inputInvalid(unknown.map(key => `There is no field '${key}'`))
  const input = Object.fromEntries(
    Object.entries(properties).flatMap(([key, schema]) => {
      const value = given[key] ?? schema.default
      return value === undefined ? [] : [[key, value]]
    }),
  )
  if (!form) return input
  const problems = compileJsonSchema(form, { ignoreUnknownKeywords: true }).check(input)
  if (problems.length > 0) throw inputInvalid(problems.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')))
  return input
}
