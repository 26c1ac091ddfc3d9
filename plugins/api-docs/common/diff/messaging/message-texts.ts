import type { ChannelPart } from '../../parts/message-parts.ts'
import type { ChangeList, Scope } from '../change-list.ts'
import { isSame } from '../match.ts'

type Described = Pick<ChannelPart, 'title' | 'summary' | 'description' | 'externalDocs'> & { readonly isDeprecated?: boolean }

/** Texts for people, and deprecation. */
export function compareTexts(changes: ChangeList, scope: Scope, before: Described, after: Described): void {
  const texts = ({ title, summary, description, externalDocs }: Described) => [title, summary, description, externalDocs]
  if (!isSame(texts(before), texts(after))) changes.addDocumentation(scope)
  if (Boolean(before.isDeprecated) === Boolean(after.isDeprecated)) return
  const rule = after.isDeprecated ? 'became-deprecated' : 'no-longer-deprecated'
  changes.add(scope, rule, { message: `${scope.label} is ${after.isDeprecated ? '' : 'no longer '}deprecated.` })
}

/** Settings of the protocol. */
export function compareBindings(
  changes: ChangeList,
  scope: Scope,
  { bindings: old }: { bindings?: unknown },
  { bindings: fresh }: { bindings?: unknown },
): void {
  if (isSame(old, fresh)) return
  changes.add(scope, 'bindings-changed', { place: ['bindings'], message: 'Settings of the protocol changed.', before: old, after: fresh })
}

export function scopeOf({ id, name }: { readonly id: string; readonly name: string }): Scope {
  return { id, label: name }
}
