import { entityReadPermission } from '@portico/catalog/common'
import { decideExemptionPermission, scorecardTopics, type Exemption } from '@portico/scorecards/common'
import type { Audit, IdentityPort, Permissions, Principal } from '@portico/core/server'
import type { Documents } from '../documents/documents.ts'
import {
  entityNotFound,
  exemptionApproved,
  exemptionAsked,
  exemptionDecided,
  exemptionEndsInPast,
  exemptionNotApplicable,
  exemptionNotFound,
  exemptionTooLong,
  checkNotFound,
  mayNotDecide,
} from '../errors.ts'
import type { Reading } from '../scoring/reading.ts'
import { shortName } from '../results/facets.ts'
import type { Tell } from '../telling/tell.ts'
import type { Webhooks } from '../telling/webhooks.ts'
import { endOf, type ExemptionRow, type ExemptionStore } from './exemption-store.ts'

const maxDays = 366
const dayMs = 86_400_000

export interface ExemptionsDependencies {
  readonly store: ExemptionStore
  readonly documents: Pick<Documents, 'current'>
  readonly reading: Reading
  readonly permissions: Permissions
  readonly identity: Pick<IdentityPort, 'userInfo'>
  readonly audit: Audit
  readonly approvers: () => readonly string[]
  readonly tell: Tell
  readonly webhooks: Webhooks
  /** Has entities evaluated again. */
  readonly evaluate: (refs: readonly string[]) => Promise<void>
}

interface Filters {
  readonly check?: string | undefined
  readonly entityRef?: string | undefined
  readonly owner?: readonly string[] | undefined
  readonly state?: readonly Exemption['state'][] | undefined
  readonly toDecide?: 'true' | undefined
  readonly endsWithinDays?: number | undefined
  readonly offset: number
  readonly limit: number
}

/** Exemptions: asked for with a reason and an end, decided by the owner of the check, listed, ended. */
export function createExemptions(dependencies: ExemptionsDependencies) {
  const { store, documents, reading, permissions, identity, audit, approvers, tell, webhooks, evaluate } = dependencies

  /** Of which owners a caller is one, and whether any exemption may be decided. */
  async function rightsOf(caller: Principal) {
    const own =
      caller.type === 'user' ? ((await identity.userInfo(caller.userEntityRef))?.ownershipEntityRefs ?? [caller.userEntityRef]) : []
    const refs = new Set(own.map(ref => ref.toLowerCase()))
    const isApprover = approvers().some(ref => refs.has(ref.toLowerCase()))
    const [decision] = permissions.isEnabled() ? await permissions.authorize(caller, [{ permission: decideExemptionPermission }]) : []
    const mayAny = isApprover || decision?.result === 'ALLOW'
    return {
      refs,
      mayDecide: (check: string) => mayAny || refs.has(documents.current().checks.get(check)?.document.spec.owner.toLowerCase() ?? ''),
    }
  }

  type Rights = Awaited<ReturnType<typeof rightsOf>>

  async function toExemptions(caller: Principal, rows: readonly ExemptionRow[], rights?: Rights): Promise<Exemption[]> {
    const { refs, mayDecide } = rights ?? (await rightsOf(caller))
    const titles = await reading.titlesOf(
      { caller },
      rows.map(({ entityRef }) => entityRef),
    )
    return rows.map(row => {
      const decides = mayDecide(row.check)
      const isOpen = row.state === 'asked' || row.state === 'approved'
      return {
        ...row,
        checkTitle: documents.current().checks.get(row.check)?.document.metadata.title ?? row.check,
        entityTitle: titles.get(row.entityRef) ?? shortName(row.entityRef),
        askedAt: row.askedAt.toISOString(),
        decidedAt: row.decidedAt?.toISOString(),
        mayDecide: row.state === 'asked' && decides,
        mayWithdraw: isOpen && (decides || refs.has(row.askedBy)),
      }
    })
  }

  async function visible(caller: Principal, rows: readonly ExemptionRow[]): Promise<ExemptionRow[]> {
    const decisions = await permissions.authorize(
      caller,
      rows.map(({ entityRef }) => ({ permission: entityReadPermission, resourceRef: entityRef })),
    )
    return rows.filter((_, at) => decisions[at]?.result === 'ALLOW')
  }

  async function findVisible(caller: Principal, id: string): Promise<ExemptionRow> {
    const row = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? await store.find(id) : undefined
    if (!row || (await visible(caller, [row])).length === 0) throw exemptionNotFound(id)
    return row
  }

  function checkEnd(until: string): void {
    const end = endOf(until).getTime()
    if (end <= Date.now()) throw exemptionEndsInPast(until)
    if (end > Date.now() + (maxDays + 1) * dayMs) throw exemptionTooLong(maxDays)
  }

  /** After a change, of which programs are told. */
  async function answer(caller: Principal, id: string): Promise<Exemption> {
    const [exemption] = await toExemptions(caller, [await findVisible(caller, id)])
    const { check, entityRef, state, until } = exemption!
    await webhooks.send({ event: 'exemption', items: [{ id, check, entityRef, state, until }] })
    return exemption!
  }

  return {
    rightsOf,
    toExemptions,
    async list(caller: Principal, filters: Filters): Promise<{ readonly items: Exemption[]; readonly total: number }> {
      const rights = await rightsOf(caller)
      const rows = await visible(caller, await store.all())
      const owners = filters.owner && new Set(filters.owner.map(owner => owner.toLowerCase()))
      const { view } = await reading.sightOf(caller)
      const ends = filters.endsWithinDays === undefined ? undefined : Date.now() + filters.endsWithinDays * dayMs
      const found = rows.filter(
        row =>
          (filters.check === undefined || row.check === filters.check) &&
          (filters.entityRef === undefined || row.entityRef === filters.entityRef.toLowerCase()) &&
          (!owners || owners.has(view.entities.get(row.entityRef)?.facets.owner ?? '')) &&
          (!filters.state?.length || filters.state.includes(row.state)) &&
          (filters.toDecide === undefined || (row.state === 'asked' && rights.mayDecide(row.check))) &&
          (ends === undefined || (row.state === 'approved' && endOf(row.until).getTime() <= ends)),
      )
      found.sort((a, b) => rank(a) - rank(b) || a.until.localeCompare(b.until))
      const items = await toExemptions(caller, found.slice(filters.offset, filters.offset + filters.limit), rights)
      return { items, total: found.length }
    },
    async ask(caller: Principal, { check, entityRef, reason, until }: { check: string; entityRef: string; reason: string; until: string }) {
      const known = documents.current().checks.get(check)
      if (!known || known.document.spec.state === 'draft') throw checkNotFound(check)
      const ref = entityRef.toLowerCase()
      if (!(await reading.canSee(caller, ref))) throw entityNotFound(entityRef)
      checkEnd(until)
      const { board, view } = await reading.sightOf(caller)
      const number = board.checks.find(({ name }) => name === check)?.number
      if (number === undefined || (view.entities.get(ref)?.cells[number] ?? 0) === 0) throw exemptionNotApplicable(check)
      const active = (await store.active([ref])).get(`${ref} ${check}`)
      if (active) throw exemptionApproved(active.endsAt.toISOString().slice(0, 10))
      const askedBy = nameOf(caller)
      const id = await store.add({ check, entityRef: ref, reason, until, askedBy })
      if (id === undefined) throw exemptionAsked()
      await audit.record({
        caller,
        action: 'scorecards.exemption.ask',
        subject: id,
        result: 'success',
        details: { check, entityRef: ref, until },
      })
      await tell.exemption({
        kind: 'asked',
        to: known.document.spec.owner,
        check: known.document.metadata.title,
        entityRef: ref,
        by: askedBy,
        topic: scorecardTopics.exemptions,
        id,
      })
      return answer(caller, id)
    },
    async read(caller: Principal, id: string): Promise<Exemption> {
      const [exemption] = await toExemptions(caller, [await findVisible(caller, id)])
      return exemption!
    },
    async decide(
      caller: Principal,
      id: string,
      { decision, note, until }: { decision: 'approve' | 'refuse'; note?: string | undefined; until?: string | undefined },
    ) {
      const row = await findVisible(caller, id)
      const { mayDecide } = await rightsOf(caller)
      const subject = { caller, action: 'scorecards.exemption.decide', subject: id }
      if (!mayDecide(row.check)) {
        await audit.record({ ...subject, result: 'denied' })
        throw mayNotDecide()
      }
      if (row.state !== 'asked') throw exemptionDecided(row.state)
      if (decision === 'approve') checkEnd(until ?? row.until)
      const state = decision === 'approve' ? 'approved' : 'refused'
      if (!(await store.decide(id, 'asked', { state, by: nameOf(caller), note, until }))) throw exemptionDecided('decided')
      await audit.record({ ...subject, result: 'success', details: { state, check: row.check, entityRef: row.entityRef } })
      await evaluate([row.entityRef])
      const title = documents.current().checks.get(row.check)?.document.metadata.title ?? row.check
      await tell.exemption({
        kind: state,
        to: row.askedBy,
        check: title,
        entityRef: row.entityRef,
        by: nameOf(caller),
        topic: scorecardTopics.exemptions,
      })
      return answer(caller, id)
    },
    async withdraw(caller: Principal, id: string) {
      const row = await findVisible(caller, id)
      const { mayDecide, refs } = await rightsOf(caller)
      if (!mayDecide(row.check) && !refs.has(row.askedBy)) throw mayNotDecide()
      if (row.state !== 'asked' && row.state !== 'approved') throw exemptionDecided(row.state)
      if (!(await store.decide(id, row.state, { state: 'withdrawn', by: nameOf(caller) }))) throw exemptionDecided('decided')
      await audit.record({
        caller,
        action: 'scorecards.exemption.withdraw',
        subject: id,
        result: 'success',
        details: { check: row.check, entityRef: row.entityRef },
      })
      await evaluate([row.entityRef])
      return answer(caller, id)
    },
  }
}

export type Exemptions = ReturnType<typeof createExemptions>

const ranks: Readonly<Record<Exemption['state'], number>> = { asked: 0, approved: 1, ended: 2, refused: 3, withdrawn: 4 }
const rank = ({ state }: ExemptionRow) => ranks[state]

const nameOf = (caller: Principal): string =>
  caller.type === 'user' ? caller.userEntityRef.toLowerCase() : caller.type === 'service' ? caller.subject : 'anonymous'
