import type { AboutPart, GraphqlFieldPart } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { GraphqlForm } from './GraphqlForm.tsx'
import { tryMessages } from './messages.ts'
import { useTryTargets } from './TryIt.tsx'
import { TrySection } from './TrySection.tsx'

export interface GraphqlTryProps {
  readonly entityRef: string
  readonly about: AboutPart
  /** The operation that the editor begins with. */
  readonly field?: GraphqlFieldPart
}

/** An editor for GraphQL with completion from the schema, which sends to allowed targets. Shows nothing where there is none. */
export function GraphqlTry({ entityRef, about, field }: GraphqlTryProps) {
  const text = useText()
  const targets = useTryTargets(entityRef).filter(({ methods }) => methods.includes('POST'))
  // A subscription is a connection that stays open, and no request.
  if (targets.length === 0 || field?.root === 'subscription') return <></>
  return (
    <TrySection openLabel={text(tryMessages.openEditor)}>
      <GraphqlForm key={field?.id ?? ''} entityRef={entityRef} about={about} targets={targets} example={field?.example ?? ''} />
    </TrySection>
  )
}
