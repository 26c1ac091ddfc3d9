import {
  buildRequest,
  initialBody,
  initialParameters,
  preferredMedia,
  sampleCredentials,
  sampleUrl,
  type AboutPart,
  type OperationPart,
} from '@portico/api-docs/common'
import { useStored, useText } from '@portico/core/web'
import { CodeBlock, ErrorText, Select } from '@portico/ui'
import { useEffect, useId, useMemo, useState } from 'react'
import { tryMessages } from './messages.ts'
import { highlightOf, sampleLanguages, type SampleLanguage } from './sample-languages.ts'
import styles from './Try.module.css'
import type { writeSample } from './write-sample.ts'

export interface CodeSamplesProps {
  readonly operation: OperationPart
  readonly about: AboutPart
}

type WriteSample = typeof writeSample

/** Code that sends a request of an operation, in some languages. The definition's own samples come first. Secrets are placeholders. */
export function CodeSamples({ operation, about }: CodeSamplesProps) {
  const text = useText()
  const id = useId()
  const [stored, setStored] = useStored<string>('api-docs', 'sampleLanguage')
  const own = (operation.samples ?? []).map(sample => ({
    value: `own ${sample.label ?? sample.language}`,
    label: sample.label ?? sample.language,
    sample,
  }))
  const written = Object.entries(sampleLanguages).map(([value, { label }]) => ({ value, label }))
  const options = [...own, ...written]
  const value = options.find(option => option.value === stored.value)?.value ?? options[0]!.value
  const chosen = own.find(option => option.value === value)
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h3 id={id} className={styles.title}>
          {text(tryMessages.samples)}
        </h3>
        <Select
          inline
          labelHidden
          label={text(tryMessages.language)}
          value={value}
          options={options}
          onChange={next => void setStored(next)}
        />
      </div>
      {chosen ? (
        <CodeBlock code={chosen.sample.source} language={highlightOf(chosen.sample.language)} maxHeight={420} />
      ) : (
        <WrittenSample operation={operation} about={about} language={value as SampleLanguage} />
      )}
    </section>
  )
}

function WrittenSample({ operation, about, language }: CodeSamplesProps & { readonly language: SampleLanguage }) {
  const text = useText()
  const [write, setWrite] = useState<WriteSample | 'failed'>()
  useEffect(() => {
    let gone = false
    import('./write-sample.ts').then(
      module => gone || setWrite(() => module.writeSample),
      () => gone || setWrite('failed'),
    )
    return () => {
      gone = true
    }
  }, [])
  const code = useMemo(
    () => (typeof write === 'function' ? write(language, sampleRequest(operation, about)) : ''),
    [write, language, operation, about],
  )
  if (write === 'failed') return <ErrorText>{text(tryMessages.samplesFailed)}</ErrorText>
  return <CodeBlock code={code} language={sampleLanguages[language].highlight} maxHeight={420} />
}

function sampleRequest(operation: OperationPart, about: AboutPart) {
  const media = preferredMedia(operation)
  return buildRequest(operation, about, {
    server: sampleUrl(operation, about),
    parameters: initialParameters(operation),
    credentials: sampleCredentials(operation, about),
    ...(media && { body: initialBody(media) }),
  })
}
