import { parseEntityRef } from '@portico/catalog/common'
import { defineAction } from '@portico/core/server'
import { scorecardsApi } from '@portico/scorecards/common'
import { z } from 'zod'

const attributes = { readOnly: true, idempotent: true } as const
const scope = 'scorecards:read'
const Ref = z.string().max(500).describe('An entity ref such as component:default/orders')
const page = { limit: z.int().min(1).max(50).default(20), offset: z.int().min(0).max(100_000).default(0) }

function paramsOf(ref: string) {
  const { kind, namespace, name } = parseEntityRef(ref)
  return { kind, namespace, name }
}

/** What agents can ask of scorecards. All of it only reads. */
export const scorecardActions = [
  defineAction({
    name: 'get-scores',
    title: 'Scores of an entity',
    description:
      'Scores, levels and all checks of one entity that do not pass, with the reason and how to fix each. Unknown means that a fact is missing.',
    attributes,
    scope,
    input: z.object({ ref: Ref }),
    output: z.unknown(),
    async run({ input, call }) {
      const { total, scorecards, results, next } = await call(scorecardsApi.getEntity, { params: paramsOf(input.ref), query: {} })
      const open = results.filter(({ state }) => state === 'fail' || state === 'unknown')
      return {
        total,
        scorecards: scorecards.map(({ title, score, coverage, level, next: missing }) => ({
          title,
          score,
          coverage,
          level,
          next: missing,
        })),
        open: open.map(({ check, title, state, since, severity, reason, inputs, fix }) => ({
          check,
          title,
          state,
          since,
          severity,
          reason: reason?.message,
          inputs,
          fix: fix?.text,
        })),
        next: next.map(({ check, title, gain, effort }) => ({ check, title, gain, effort })),
      }
    },
  }),
  defineAction({
    name: 'list-next-steps',
    title: 'What a team can do next',
    description:
      'Failing and unknown checks of entities of some owners, the most gain for the least effort first; of the own teams by default',
    attributes,
    scope,
    input: z.object({ owner: z.array(Ref).max(20).optional(), ...page }),
    output: z.unknown(),
    async run({ input: { owner, limit, offset }, call }) {
      const { items, total } = await call(scorecardsApi.listNextSteps, { query: { ...(owner && { owner }), limit, offset } })
      return {
        total,
        items: items.map(({ check, title, entityRef, state, severity, effort, gain, reason, fix }) => ({
          check,
          title,
          entityRef,
          state,
          severity,
          effort,
          gain,
          reason,
          fix: fix?.text,
        })),
      }
    },
  }),
  defineAction({
    name: 'list-scores',
    title: 'Entities by score',
    description: 'Entities with their scores, the worst first, by owner, kind, scorecard or state of a check',
    attributes,
    scope,
    input: z.object({
      scorecard: z.string().max(63).optional(),
      check: z.string().max(63).optional(),
      state: z.enum(['pass', 'fail', 'unknown', 'exempt']).optional(),
      owner: z.array(Ref).max(20).optional(),
      kind: z.string().max(100).optional(),
      ...page,
    }),
    output: z.unknown(),
    async run({ input: { owner, kind, state, scorecard, check, limit, offset }, call }) {
      const query = {
        ...(owner && { owner }),
        ...(kind && { kind: [kind] }),
        ...(state && { state: [state] }),
        ...(scorecard && { scorecard }),
        ...(check && { check }),
      }
      const { items, total } = await call(scorecardsApi.listEntities, { query: { ...query, limit, offset } })
      return {
        total,
        items: items.map(({ entityRef, owner: owned, score, coverage, level, failing, unknown }) => ({
          entityRef,
          owner: owned,
          score,
          coverage,
          level,
          failing,
          unknown,
        })),
      }
    },
  }),
  defineAction({
    name: 'list-checks',
    title: 'Checks',
    description: 'All checks with how many entities pass, fail and are unknown',
    attributes,
    scope,
    input: z.object({}),
    output: z.unknown(),
    async run({ call }) {
      const { items } = await call(scorecardsApi.listChecks, { query: {} })
      return {
        items: items.map(({ name, title, severity, owner, counts, scorecards }) => ({ name, title, severity, owner, counts, scorecards })),
      }
    },
  }),
]
