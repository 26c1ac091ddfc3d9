import type { Server } from '../../parts/http-parts.ts'
import type { ChangeList, Scope } from '../change-list.ts'
import { isSame, matchBy } from '../match.ts'

/** Where the API is. */
export function compareServers(
  changes: ChangeList,
  before: readonly Server[],
  after: readonly Server[],
  { scope, place: outside }: { readonly scope: Scope; readonly place: readonly string[] },
): void {
  const place = [...outside, 'servers']
  const { both, removed, added } = matchBy(before, after, ({ url, protocol }) => `${protocol ?? ''} ${url.replace(/\/$/, '')}`)
  for (const { url } of removed) changes.add(scope, 'server-removed', { place, message: `Server ${url} was removed.`, before: url })
  for (const { url } of added) changes.add(scope, 'server-added', { place, message: `Server ${url} was added.`, after: url })
  for (const [old, fresh] of both) {
    const [was, is] = [settingsOf(old), settingsOf(fresh)]
    if (isSame(was, is)) continue
    changes.add(scope, 'server-changed', { place, message: `Server ${fresh.url} has other settings.`, before: was, after: is })
  }
}

function settingsOf({ variables, bindings, security }: Server): unknown {
  return {
    variables: variables.map(({ name, default: value, enum: values }) => ({ name, default: value, enum: values })),
    bindings,
    security,
  }
}
