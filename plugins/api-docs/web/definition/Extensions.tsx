import { useText } from '@portico/core/web'
import { CodeBlock, toYaml } from '@portico/ui'
import { Fold } from './Fold.tsx'
import { definitionMessages } from './messages.ts'

/** What a definition says in words of its own (`x-…`), folded. */
export function Extensions({ values }: { readonly values: Readonly<Record<string, unknown>> | undefined }) {
  const text = useText()
  const count = Object.keys(values ?? {}).length
  if (count === 0) return undefined
  return (
    <Fold title={`${text(definitionMessages.extensions)} (${count})`}>
      {() => <CodeBlock code={toYaml(values)} language="yaml" maxHeight={400} />}
    </Fold>
  )
}
