import { useText } from '@portico/core/web'
import { CodeBlock, toYaml } from '@portico/ui'
import { Fold } from '../definition/Fold.tsx'
import { PartSection } from '../definition/PartHeader.tsx'
import { messagingMessages } from './messages.ts'

/** What holds for one protocol only, by protocol. */
export function Bindings({ values }: { readonly values: Readonly<Record<string, unknown>> | undefined }) {
  const text = useText()
  const entries = Object.entries(values ?? {})
  if (entries.length === 0) return undefined
  return (
    <PartSection title={text(messagingMessages.bindings)}>
      {entries.map(([protocol, value]) => (
        <Fold key={protocol} title={protocol} framed initiallyOpen={entries.length === 1}>
          {() => <CodeBlock code={toYaml(value)} language="yaml" maxHeight={300} />}
        </Fold>
      ))}
    </PartSection>
  )
}
