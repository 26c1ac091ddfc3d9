import IconTextWrap from '@tabler/icons-react/dist/esm/icons/IconTextWrap.mjs'
import { useState } from 'react'
import { CopyButton } from '../CopyButton.tsx'
import { uiMessages } from '../messages.ts'
import { ActionIcon } from '../ActionIcon.tsx'
import { useText } from '../text.tsx'
import styles from './CodeBlock.module.css'
import './syntax.css'
import { useHighlight } from './use-highlight.ts'

export interface CodeBlockProps {
  readonly code: string
  /** `yaml`, `json`, `typescript`, `bash` and others; unknown ones are shown plain. */
  readonly language?: string | undefined
  /** A file name or a title above it. */
  readonly title?: string | undefined
  readonly lineNumbers?: boolean
  /** Lines to point out, counted from 1. */
  readonly marked?: readonly number[]
  readonly maxHeight?: number
}

/** Several lines for a machine, coloured, to be read and copied. */
export function CodeBlock({ code, language, title, lineNumbers = false, marked = [], maxHeight }: CodeBlockProps) {
  const text = useText()
  const [wrap, setWrap] = useState(false)
  const trimmed = code.replace(/\n$/, '')
  const html = useHighlight(trimmed, language)
  const lines = lineNumbers || marked.length > 0 ? trimmed.split('\n') : undefined
  return (
    <figure className={styles.block} data-wrap={wrap || undefined}>
      <figcaption className={title === undefined ? styles.floating : styles.head}>
        {title !== undefined && <span className={styles.title}>{title}</span>}
        <span className={styles.tools}>
          <ActionIcon
            aria-label={text(uiMessages.wrapLines)}
            title={text(uiMessages.wrapLines)}
            aria-pressed={wrap}
            onClick={() => setWrap(!wrap)}
          >
            <IconTextWrap size={16} aria-hidden />
          </ActionIcon>
          <CopyButton value={code} />
        </span>
      </figcaption>
      <div className={styles.scroll} style={{ maxHeight }} tabIndex={0} role="group" aria-label={title ?? text(uiMessages.codeView)}>
        {lines && !wrap && (
          <div className={styles.gutter} aria-hidden>
            {lines.map((_line, index) => (
              <div key={index} className={marked.includes(index + 1) ? styles.marked : undefined}>
                {index + 1}
              </div>
            ))}
          </div>
        )}
        {html === undefined ? (
          <pre className={styles.text}>
            <code>{trimmed}</code>
          </pre>
        ) : (
          <pre className={styles.text}>
            {/* What comes from the highlighter is the text escaped, with spans around its words. */}
            <code dangerouslySetInnerHTML={{ __html: html }} />
          </pre>
        )}
      </div>
    </figure>
  )
}
