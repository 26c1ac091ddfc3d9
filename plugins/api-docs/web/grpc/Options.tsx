import { useText } from '@portico/core/web'
import { CodeBlock, toYaml } from '@portico/ui'
import { Fold } from '../definition/Fold.tsx'
import { grpcMessages } from './messages.ts'

/** Options as the definition gives them, folded. */
export function Options({ values }: { readonly values: Readonly<Record<string, unknown>> | undefined }) {
  const text = useText()
  const count = Object.keys(values ?? {}).length
  if (count === 0) return undefined
  return (
    <Fold title={`${text(grpcMessages.options)} (${count})`}>
      {() => <CodeBlock code={toYaml(values)} language="yaml" maxHeight={400} />}
    </Fold>
  )
}
