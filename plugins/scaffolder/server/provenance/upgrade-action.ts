import { inputError, notAllowedError } from '@portico/core/common'
import type { Permissions } from '@portico/core/server'
import { templateUpgradePermission } from '@portico/scaffolder/common'
import { z } from 'zod'
import { defineAction, type Action, type ActionContext } from '../actions/action.ts'
import { changeRequestActionIds } from '../actions/hosts/change-request-actions.ts'
import { closeRequest, openRequest } from '../publishing/change-requests.ts'
import { toRepository, writeOptions, type PublishDependencies } from '../publishing/publishing.ts'
import type { ProvenanceStore, StoredProvenance } from './provenance-store.ts'
import { conflictsOf, type ProvenanceService } from './provenance.ts'
import type { PartStore } from './part-store.ts'
import type { PlanUpgrade, UpgradePlan } from './plan-upgrade.ts'
import { digestOfParts } from './template-parts.ts'
import { describeUpgrade } from './upgrade-text.ts'

export interface UpgradeActionDependencies extends PublishDependencies {
  readonly store: ProvenanceStore
  readonly parts: PartStore
  readonly provenance: Pick<ProvenanceService, 'visible' | 'settle'>
  readonly planUpgrade: PlanUpgrade
  readonly permissions: Permissions
}

const maxBranches = 50

const Input = z.object({
  originId: z.string().min(1).describe('The id of a repository that a template made'),
  values: z.record(z.string(), z.unknown()).optional().describe('Answers to what the template asks since'),
  token: z.string().optional().describe('A token of the user, in place of the credentials of the config'),
})

type Context = ActionContext<z.output<typeof Input>>

/** Opens a pull request that brings a repository to the current version of its template. */
export function createUpgradeAction(dependencies: UpgradeActionDependencies): Action {
  const { store, parts, provenance, planUpgrade, permissions } = dependencies

  async function stored({ caller, input, signal, warn }: Context): Promise<StoredProvenance> {
    const [decision] = await permissions.authorize(caller, [{ permission: templateUpgradePermission }])
    if (decision?.result !== 'ALLOW')
      throw notAllowedError('The permission scaffolder.template.upgrade is needed to upgrade repositories', {
        code: 'scaffolder.upgrade-denied',
      })
    const { stored: before } = await provenance.visible(caller, input.originId)
    await provenance.settle(before, signal).catch((error: Error) => warn(`The earlier request could not be read: ${error.message}`))
    return (await provenance.visible(caller, input.originId)).stored
  }

  async function run(context: Context): Promise<void> {
    const { input, caller, signal, log, output } = context
    const origin = await stored(context)
    const plan = await planUpgrade({ stored: origin, caller, values: input.values, signal })
    if ('missingAnswers' in plan)
      throw inputError(`The template asks since for what has no answer: ${plan.missingAnswers.join('; ')}`, {
        code: 'scaffolder.answers-missing',
      })
    const seen = await parts.observe(plan.parts)
    const conflicts = conflictsOf(plan)
    output('conflicts', conflicts)
    for (const { path, change, outcome, reason } of plan.files) log(`${path}: ${change}, ${outcome}${reason ? ` (${reason})` : ''}`)
    const changes = plan.files.filter(({ write }) => write !== undefined)
    if (changes.length === 0) {
      const { templateVersion } = plan
      await store.advance(origin.origin.id, { parts: seen, templateVersion, base: await plan.nextBase() })
      return log(conflicts.length === 0 ? 'The repository is up to date' : 'Nothing can be carried over; see the conflicts above')
    }
    const proposed = await propose(context, origin, { ...plan, parts: seen })
    output('url', proposed.url)
    output('number', proposed.number)
  }

  async function propose(context: Context, { origin, repository, proposed }: StoredProvenance, plan: UpgradePlan) {
    const { input, workspace, log } = context
    const version = digestOfParts(plan.parts).slice(0, 10)
    if (proposed && digestOfParts(proposed.parts).startsWith(version)) {
      log(`${proposed.url} is open already`)
      return proposed
    }
    const deleted: string[] = []
    for (const { path, write } of plan.files) {
      if (write?.bytes) await workspace.write(path, write.bytes, write)
      else if (write) deleted.push(path)
    }
    const conflicts = conflictsOf(plan)
    const branch = await context.once('name', () => freeBranch(context, repository, `template-upgrade-${version}`))
    const title = `Upgrade to the current version of ${plan.templateTitle}`
    const { request } = await openRequest(
      dependencies,
      { ...context, input: { repoUrl: repository, title, token: input.token } },
      { branch, description: describeUpgrade(origin, plan), isDraft: conflicts.length > 0, filesToDelete: deleted },
    )
    const { parts: seen, answers, templateVersion } = plan
    const next = { number: request.number, url: request.url, branch, conflicts, parts: seen, answers, templateVersion }
    await store.propose(origin.id, next, await plan.nextBase())
    return next
  }

  /** A branch of an earlier request that was closed is left alone. */
  async function freeBranch({ input, signal, hosts }: Context, repository: string, name: string): Promise<string> {
    const { platform: _platform, ...ref } = toRepository(repository, hosts)
    const options = writeOptions(dependencies, input.token, signal)
    for (let at = 1; at <= maxBranches; at += 1) {
      const candidate = at === 1 ? name : `${name}-${at}`
      if (!(await dependencies.repositories.branch(ref, candidate, options))) return candidate
    }
    throw inputError(`There are ${maxBranches} branches ${name} already`, { code: 'scaffolder.too-many-branches' })
  }

  return defineAction({
    id: 'template:upgrade',
    description: 'Opens a pull request that brings a repository to the current version of the template that made it, by a three-way merge',
    examples: [
      {
        description: 'Upgrade a repository',
        example: 'steps:\n  - action: template:upgrade\n    input:\n      originId: ${{ parameters.originId }}\n',
      },
    ],
    input: Input,
    output: z.object({
      url: z.string().optional().describe('The address of the pull request'),
      number: z.number().optional().describe('The number of the pull request'),
      conflicts: z.array(z.string()).describe('The paths of files that need a decision'),
    }),
    isIdempotent: true,
    actsAs: changeRequestActionIds,
    plan: ({ input }) => [{ kind: 'pull-request', title: `Upgrade of ${input.originId}` }],
    run,
    undo: ({ undo }, context) => closeRequest(dependencies, undo, context),
  }) as Action
}
