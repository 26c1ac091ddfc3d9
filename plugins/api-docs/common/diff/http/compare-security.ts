import type { SecurityNeed, SecurityScheme } from '../../parts/http-parts.ts'
import type { ChangeList, Scope } from '../change-list.ts'
import { difference, isSame, matchBy } from '../match.ts'

interface SecurityPlace {
  readonly scope: Scope
  readonly place: readonly string[]
}
type Needs = readonly (readonly SecurityNeed[])[]

/** What credentials are needed: one of several alternatives. */
export function compareSecurity(changes: ChangeList, before: Needs, after: Needs, { scope, place: outside }: SecurityPlace): void {
  const place = [...outside, 'security']
  if (isOpen(before) && isOpen(after)) return
  if (isOpen(before)) {
    changes.add(scope, 'security-required', { place, message: 'Credentials are now required.', after: textOf(after) })
    return
  }
  if (isOpen(after)) {
    changes.add(scope, 'security-dropped', { place, message: 'Credentials are no longer required.', before: textOf(before) })
    return
  }
  const { both, removed, added } = matchBy(before, after, schemesOf)
  for (const each of removed)
    changes.add(scope, 'security-alternative-removed', {
      place,
      message: `${schemesOf(each)} is no longer accepted.`,
      before: schemesOf(each),
    })
  for (const each of added)
    changes.add(scope, 'security-alternative-added', { place, message: `${schemesOf(each)} is now accepted.`, after: schemesOf(each) })
  for (const [old, fresh] of both) {
    const [had, has] = [scopesOf(old), scopesOf(fresh)]
    for (const each of difference(has, had))
      changes.add(scope, 'security-scope-added', { place, message: `Scope ${each} is now needed.`, after: each })
    for (const each of difference(had, has))
      changes.add(scope, 'security-scope-removed', { place, message: `Scope ${each} is no longer needed.`, before: each })
  }
}

/** The schemes that a definition names, and how each is used. */
export function compareSecuritySchemes(changes: ChangeList, before: readonly SecurityScheme[], after: readonly SecurityScheme[]): void {
  const { both, removed, added } = matchBy(before, after, ({ name }) => name)
  const placeFor = ({ name }: SecurityScheme) => ['security schemes', name]
  for (const each of removed)
    changes.add({}, 'security-scheme-removed', {
      place: placeFor(each),
      message: `Security scheme ${each.name} was removed.`,
      before: each.type,
    })
  for (const each of added)
    changes.add({}, 'security-scheme-added', {
      place: placeFor(each),
      message: `Security scheme ${each.name} was added.`,
      after: each.type,
    })
  for (const [old, fresh] of both) {
    const place = placeFor(fresh)
    const [was, is] = [wayOf(old), wayOf(fresh)]
    if (!isSame(was, is))
      changes.add({}, 'security-scheme-changed', {
        place,
        message: `Security scheme ${fresh.name} works in another way.`,
        before: was,
        after: is,
      })
    const [addresses, others] = [addressesOf(old), addressesOf(fresh)]
    if (!isSame(addresses, others))
      changes.add({}, 'security-address-changed', {
        place,
        message: `Security scheme ${fresh.name} has other addresses.`,
        before: addresses,
        after: others,
      })
  }
}

function isOpen(needs: Needs): boolean {
  return needs.length === 0 || needs.some(each => each.length === 0)
}

function schemesOf(needs: readonly SecurityNeed[]): string {
  return needs
    .map(({ scheme }) => scheme)
    .sort()
    .join(' and ')
}

function scopesOf(needs: readonly SecurityNeed[]): Set<string> {
  return new Set(needs.flatMap(({ scopes }) => scopes))
}

function textOf(needs: Needs): string {
  return needs.map(schemesOf).join(' or ')
}

function wayOf({ type, in: where, parameter, scheme, flows }: SecurityScheme): string {
  return [type, scheme, where, parameter, ...(flows ?? []).map(({ flow }) => flow)].filter(Boolean).join(', ')
}

function addressesOf({ openIdConnectUrl, flows }: SecurityScheme): string {
  const ofFlows = (flows ?? []).flatMap(each => [each.authorizationUrl, each.tokenUrl, each.refreshUrl, each.deviceAuthorizationUrl])
  return [openIdConnectUrl, ...ofFlows].filter(Boolean).join('\n')
}
