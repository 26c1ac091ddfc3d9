import IconTagOff from '@tabler/icons-react/dist/esm/icons/IconTagOff.mjs'
import { Code } from './Code.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Link } from './Link.tsx'
import { uiMessages } from './messages.ts'
import { useText } from './text.tsx'

export interface MissingAnnotationProps {
  readonly annotations: readonly string[]
  /** The entity's definition with the annotation in it; left out, one is made. */
  readonly sample?: string | undefined
  readonly readMoreUrl?: string | undefined
}

/** A feature that an entity has not been connected to yet, and how to do it. */
export function MissingAnnotation({ annotations, sample, readMoreUrl }: MissingAnnotationProps) {
  const text = useText()
  const names = annotations.join(', ')
  return (
    <EmptyState
      wide
      icon={<IconTagOff size={28} aria-hidden />}
      title={text(uiMessages.missingAnnotation)}
      detail={<Code block>{sample ?? toSample(annotations)}</Code>}
      action={readMoreUrl !== undefined && <Link to={readMoreUrl}>{text(uiMessages.readMore)}</Link>}
    >
      {annotations.length === 1 ? text(uiMessages.missingAnnotationOne, { names }) : text(uiMessages.missingAnnotationMany, { names })}
    </EmptyState>
  )
}

function toSample(annotations: readonly string[]): string {
  const lines = ['apiVersion: backstage.io/v1alpha1', 'kind: Component', 'metadata:', '  name: example', '  annotations:']
  return [...lines, ...annotations.map(name => `    ${name}: value`), 'spec:', '  type: website', '  lifecycle: production'].join('\n')
}
